// The parts of Apache ECharts that the page draws with; everything else is left out of the bundle.
import { CustomChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use, version } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([CustomChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export { init, version };
