#!/usr/bin/env bash
# MPS files: an integer column without bounds is 0 or 1 for three readers and unbounded for PuLP, whose copy has another optimum.
# Guess: HiGHS and OR-Tools read it as at least 0 without upper bound, as they read every other column; GLPK keeps the old rule.
# Seen (highspy 1.16.0, ortools 9.15.6755, swiglpk 5.0.13, PuLP 3.3.2, Python 3.11): the three agree on at most 1. PuLP reads
# no upper bound, and writes the lower bound 0, which for HiGHS and OR-Tools says that there is none, but not for GLPK. The
# greatest sum is 1 before PuLP has read and written the file, and 3 or 1 after it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet highspy==1.16.0 ortools==9.15.6755 swiglpk==5.0.13 pulp==3.3.2
cat > "$folder/moves.mps" << 'MPS'
NAME          MOVES
ROWS
 N  COST
 L  MOST
COLUMNS
    MARK      'MARKER'                 'INTORG'
    JUMPS     COST              -1.0   MOST               1.0
    MARK      'MARKER'                 'INTEND'
RHS
    RHS       MOST               3.5
ENDATA
MPS
cat > "$folder/seen.py" << 'PYTHON'
import sys

import highspy
import pulp
import swiglpk
from ortools.linear_solver.python import model_builder

given, copy = sys.argv[1:]
options = swiglpk.glp_iocp()
swiglpk.glp_init_iocp(options)
options.presolve = swiglpk.GLP_ON
pulp.LpProblem.fromMPS(given)[1].writeMPS(copy)
for name, file in (("given", given), ("copy", copy)):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(file)
    highs.run()
    tools, solver = model_builder.Model(), model_builder.Solver("sat")
    tools.import_from_mps_file(file)
    solver.solve(tools)
    glpk = swiglpk.glp_create_prob()
    swiglpk.glp_term_out(0)
    swiglpk.glp_read_mps(glpk, swiglpk.GLP_MPS_FILE, None, file)
    swiglpk.glp_intopt(glpk, options)
    sums = (highs.getObjectiveValue(), solver.objective_value, swiglpk.glp_mip_obj_val(glpk))
    print(name, "HiGHS {:g} OR-Tools {:g} GLPK {:g}".format(*(-value for value in sums)), file=sys.stderr)
PYTHON
# highspy 1.16.0 writes its name to standard output.
"$folder/venv/bin/python" "$folder/seen.py" "$folder/moves.mps" "$folder/copy.mps" 2>&1 > /dev/null | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
given HiGHS 1 OR-Tools 1 GLPK 1
copy HiGHS 3 OR-Tools 3 GLPK 1
SEEN
