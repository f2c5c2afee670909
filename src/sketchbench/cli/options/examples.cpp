// The examples of every command's help; they name what users would (tests/cli/help_test.cpp).
#include <fmt/format.h>

#include <map>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/core/error.hpp>

namespace sketchbench {

const std::vector<std::string>& examples_of(const std::string& command) {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"reproduce", {"reproduce --quick", "reproduce kdd13", "reproduce all --dry-run"}},
      {"claims", {"claims kdd13", "claims ijcai15 --results results/reference --format md"}},
      {"run",
       {"run configs/table1.json --dry-run", "run configs/table1.json --only dataset=adult --jobs 2",
        "run first.json second.json --results results"}},
      {"plan", {"plan configs/table1.json", "plan configs/table1.json --format jsonl"}},
      {"submit",
       {"submit configs/table1.json --slurm --partition long --max-jobs 50",
        "submit configs/table1.json --slurm --account lab --time-limit 2h"}},
      {"status", {"status", "status --watch", "status --cancel"}},
      {"export", {"export --sqlite records.db", "export --results results/reference --sqlite records.db"}},
      {"report",
       {"report configs/table1.json", "report configs/table1.json --format tex --write",
        "report --format html"}},
      {"check",
       {"run configs/ci.json", "check mine.json --config configs/ci.json --write", "check mine.json"}},
      {"compare", {"compare results other-results", "compare results results --method-a rks --method-b orf"}},
      {"merge", {"merge results other-results --into all-results"}},
      {"pack", {"pack", "pack configs/table1.json", "pack --unpack"}},
      {"doctor", {"doctor", "doctor --results results --repair"}},
      {"quote", {"quote results/README.md", "quote --check README.md.in"}},
      {"datasets", {"datasets list", "datasets fetch adult mnist", "datasets info adult"}},
      {"datasets list", {"datasets list", "datasets list adult"}},
      {"datasets fetch", {"datasets fetch", "datasets fetch adult"}},
      {"datasets verify", {"datasets verify", "datasets verify adult"}},
      {"datasets info", {"datasets info", "datasets info adult"}},
      {"datasets add", {"datasets add bank-full.csv --label y --ignore duration", "datasets add a9a"}},
      {"train",
       {"train --map tensor_sketch --D 1000 --degree 2 --coef0 1 --learner dense_tron a9a a9a.model",
        "train --map rks --D 500 --kernel gaussian --sigma median --learner dense_tron \\\n"
        "    --C 0.1,1,10 --folds 5 a9a a9a.model",
        "train --learner krr --kernel gaussian --sigma median --lambda loo targets.csv model"}},
      {"predict", {"predict a9a.model a9a.t labels", "predict a9a.model a9a.t scores --scores"}},
      {"map",
       {"map --map tensor_sketch --D 500 --degree 2 --coef0 1 --seed 1 a9a a9a.mapped",
        "map --map nystrom_uniform --D 200 --kernel gaussian --sigma median --train a9a a9a.t a9a.t.mapped"}},
      {"maps", {"maps", "maps tensor_sketch"}},
      {"learners", {"learners", "learners dense_tron"}},
      {"kernels", {"kernels", "kernels gaussian"}},
      {"completion",
       {"completion bash >/etc/bash_completion.d/sketchbench", "completion zsh >~/.zfunc/_sketchbench",
        "completion fish >~/.config/fish/completions/sketchbench.fish"}}};
  if (const auto found = all.find(command); found != all.end()) return found->second;
  throw Error(fmt::format("the command \"{}\" has no examples", command));
}

}  // namespace sketchbench
