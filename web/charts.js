// The parts of Apache ECharts that the page draws with, and of Tabulator that its long tables are made of; everything
// else is left out of the bundle.
import { CustomChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use, version } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { FilterModule, FormatModule, InteractionModule, ResizeTableModule, SortModule, Tabulator } from "tabulator-tables";
import tableStyle from "tabulator-tables/dist/css/tabulator_simple.min.css";

use([CustomChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);
Tabulator.registerModule([FilterModule, FormatModule, InteractionModule, ResizeTableModule, SortModule]);

const versions = `Apache ECharts ${version}, Apache License 2.0; Tabulator ${TABULATOR_VERSION}, MIT`;
export { Tabulator, init, tableStyle, versions };
