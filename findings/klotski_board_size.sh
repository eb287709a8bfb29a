#!/usr/bin/env bash
# klotski (npm): the size of one game's board is kept for all later games of the process that have none; and 4.0.0 has a
# game whose board is too small for its blocks.
# Guess: a game without boardSize is played on 5 rows of 4, each time; the games of the package can be played.
# Seen (2.1.0, 4.0.0, Node 20): 走投无路, which has no solution, is solved in 10 steps after a game on 6 by 6, also by a new
# Klotski. custom-games.json has a game for 6 by 6, which 4.0.0 says is 5 by 4: the answer is null, as for no solution.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in 2.1.0 4.0.0; do
  npm install --silent --no-save --prefix "$folder/$version" "klotski@$version"
  node -e "
const folder = '$folder/$version/node_modules/klotski/';
const Klotski = require(folder);
const [custom] = require(folder + 'src/custom-games.json');
const hopeless = require(folder + 'src/hrd-games.json').find(({ name }) => name === '走投无路');
const steps = (game) => new Klotski().solve(game)?.length ?? null;
console.log('$version:', custom.boardSize.join(' x '), steps(custom));
const sized = [{ ...hopeless, boardSize: [5, 4] }, hopeless, { ...custom, boardSize: [6, 6], escapePoint: [2, 4] }];
console.log(...[...sized, hopeless].map(steps));
" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
2.1.0: 6 x 6 56
null null 56 10
4.0.0: 5 x 4 null
null null 56 10
SEEN
