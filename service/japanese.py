"""What the API says, in Japanese: for each message its template in English, with the fields of the message.

Pointers, codes, and names of fields, parameters and settings are the same in all languages.
"""

from __future__ import annotations

TITLES = {
    "The body is not valid JSON.": "本文が正しいJSONではありません。",
    "The request is not valid HTTP.": "リクエストが正しいHTTPではありません。",
    "The host is unknown.": "不明なホストです。",
    "A query parameter or header is not valid.": "クエリのパラメータかヘッダーが正しくありません。",
    "A valid API key is required.": "有効なAPIキーが必要です。",
    "Not found.": "見つかりません。",
    "The answer is not known yet.": "答えはまだ知られていません。",
    "There is no list of all solutions of this puzzle.": "このパズルには、すべての解の一覧がありません。",
    "Method not allowed.": "使えないメソッドです。",
    "The id is taken.": "このidは使われています。",
    "There is no table of it.": "表はありません。",
    "The request did not arrive in time.": "リクエストが時間内に届きませんでした。",
    "The body is too large.": "本文が大きすぎます。",
    "The address is too long.": "アドレスが長すぎます。",
    "The body must be application/json without a content encoding.": (
        "本文はapplication/jsonで、Content-Encodingなしでなければなりません。"
    ),
    "The puzzle is not valid.": "パズルが正しくありません。",
    "The headers are too long.": "ヘッダーが長すぎます。",
    "Too many requests.": "リクエストが多すぎます。",
    "Internal error.": "内部エラーです。",
    "Not implemented.": "対応していません。",
    "The server is busy.": "サーバーが混み合っています。",
    "The store is not available.": "ストアを使えません。",
    "No worker is available.": "使えるワーカーがありません。",
    "The queue is full.": "待ち行列がいっぱいです。",
    "The store is full.": "ストアがいっぱいです。",
    "There are too many webhooks.": "Webhookが多すぎます。",
}
"""Titles of problems."""

DETAILS = {
    "generation": "問題集",
    "features": "特徴",
    "space": "状態空間",
    "Its status is {status}.": "状態は{status}です。",
    "1 error.": "エラーが1件あります。",
    "{count} errors.": "エラーが{count}件あります。",
    "More than {most} errors; the first {most} are listed.": (
        "エラーが{most}件を超えています。最初の{most}件を示します。"
    ),
    "It has been logged with the request id.": "リクエストのidとともに記録しました。",
    "Known answers can still be read. Room is made every few seconds.": (
        "既知の答えは今も読めます。数秒ごとに空きができます。"
    ),
    "{used} bytes are used; new work is accepted below {most}. {advice}": (
        "{used}バイトを使っています。新しい仕事を受け付けるのは{most}バイト未満のときです。{advice}"
    ),
    "Try again in a few seconds.": "数秒後にもう一度試してください。",
    "Try again later.": "後でもう一度試してください。",
    "The solver is being compiled for this machine, which takes some seconds.": (
        "ソルバーをこのマシン用にコンパイルしています。数秒かかります。"
    ),
    "The job could not be kept. Try again.": "ジョブを保存できませんでした。もう一度試してください。",
    "There is no resource at {path}.": "{path}には何もありません。",
    "{method} is not allowed here; allowed: {named}.": "ここで{method}は使えません。使えるのは{named}です。",
    "There is no {noun} {name!r}, or it has expired.": "{noun}{name!r}はないか、期限が切れています。",
    "job": "ジョブ",
    "batch": "バッチ",
    "hint": "ヒント",
    "solution": "解",
    "puzzle": "パズル",
    "The atlas has no {name!r}; see /atlas.": "問題の一覧に{name!r}はありません。/atlasを見てください。",
    "There is no board {name!r}; see /v1/boards.": "{name!r}という盤はありません。/v1/boardsを見てください。",
    "There is no problem {code!r}.": "{code!r}という種類の問題はありません。",
    "There is no move {move}: the solution has {moves}.": "{move}手目はありません。解は{moves}手です。",
    "The url must be that of a link, /s/{id}, or of a player, /embed/{id}.": (
        "urlはリンク（/s/{id}）かプレイヤー（/embed/{id}）のものでなければなりません。"
    ),
    "The format {given!r} is not supported, only json.": "形式{given!r}には対応していません。jsonだけです。",
    "It takes {given} bytes; the limit is {most} bytes.": "{given}バイトになります。上限は{most}バイトです。",
    "A sheet has 1 to {most} problems, not {given}.": "印刷できるのは1から{most}題です（{given}題ありました）。",
    "There is no film of more than {most} moves.": "{most}手を超える動画はありません。",
    "The picture is being drawn. Ask for it again.": "画像を作っています。もう一度リクエストしてください。",
    "The picture could not be drawn.": "画像を描けませんでした。",
    "they do not lead to the goal": "ゴールに着きません",
    "they are no solution: {fault}": "解になっていません：{fault}",
    "shared puzzle": "共有されたパズル",
    "POST the puzzle to /v1/jobs to have it solved.": "解くには、パズルを/v1/jobsにPOSTしてください。",
    'Request it with "want": "all". If there are too many solutions, only their number is kept.': (
        '"want": "all"で依頼してください。解が多すぎるときは、数だけが残ります。'
    ),
    "They cannot be listed: {reason}.": "一覧にできません：{reason}。",
    "a move has more than {most} steps to choose from": "一手に{most}通りを超える選び方があります",
    "It belongs to another request. Choose another one.": "別のリクエストのものです。ほかのidを選んでください。",
    "An id that you choose has 16 to 64 letters, digits, - or _, and cannot be guessed: a UUID.": (
        "自分で選ぶidは16〜64文字の英数字か-か_で、UUIDのように推測できないものにしてください。"
    ),
    "Jobs are listed by API key.": "ジョブの一覧はAPIキーごとです。",
    "status is {status!r}; it must be one of {statuses}.": (
        "statusが{status!r}です。{statuses}のいずれかにしてください。"
    ),
    "cursor is none that a page of jobs has named.": "cursorが、ジョブのページで示されたものではありません。",
    "{name} is not an integer: {text!r}.": "{name}が整数ではありません：{text!r}。",
    "{name} is {value}; it must be between {least} and {most}.": (
        "{name}が{value}です。{least}以上{most}以下にしてください。"
    ),
    "The Content-Type is missing.": "Content-Typeがありません。",
    "The Content-Type is {given!r}.": "Content-Typeが{given!r}です。",
    "The Content-Encoding is {given!r}.": "Content-Encodingが{given!r}です。",
    "It has {given} bytes; the limit is {most} bytes.": "{given}バイトあります。上限は{most}バイトです。",
    "In its chunks, it has more; the limit is {most} bytes.": "チャンクで上限を超えています。上限は{most}バイトです。",
    "The limit is {most} bytes.": "上限は{most}バイトです。",
    "It is nested more than {most} deep.": "入れ子は{most}段までです。",
    "{reason}: line {line} column {column} (char {at})": "{line}行{column}列（位置{at}）：{reason}",
    "It is not encoded as text: {reason}.": "文字として読めません：{reason}。",
    "A number has too many digits.": "数の桁が多すぎます。",
    "{text} is not a JSON number.": "{text}はJSONの数ではありません。",
    "The number {text} is too large.": "数{text}は大きすぎます。",
    "The limit of {limit} {name} per minute is exceeded.": "1分あたりの{name}の上限{limit}を超えました。",
    "{queued} searches are queued; the limit is {most}.": "探索が{queued}件待っています。上限は{most}件です。",
    "{queued} searches and those before it are queued; the limit is {most}.": (
        "探索{queued}件とその前のものが待っています。上限は{most}件です。"
    ),
    "{registered} webhooks are not over; the limit is {most}.": (
        "終わっていないWebhookが{registered}件あります。上限は{most}件です。"
    ),
    "This service does not answer for {host!r}. Its operator can allow the name with FEWEST_HOSTS.": (
        "このサービスは{host!r}としては応答しません。運営者はFEWEST_HOSTSでこの名前を許可できます。"
    ),
    "{slots} requests are computed at once, {share} of one client.": (
        "同時に計算するリクエストは{slots}件、一つのクライアントでは{share}件までです。"
    ),
    "The client has left.": "クライアントが切断しました。",
    "The given key is unknown or revoked.": "このキーは不明か、取り消されています。",
    "Send it as Authorization: Bearer …": "Authorization: Bearer …として送ってください。",
    "The request is not complete.": "リクエストが途中で終わっています。",
    "A request of HTTP/1.1 needs a Host header.": "HTTP/1.1のリクエストにはHostヘッダーが必要です。",
    "The {step} took longer than {seconds:g} seconds.": "{step}に{seconds:g}秒を超える時間がかかりました。",
    "end": "終了",
    "request": "リクエスト",
    "headers": "ヘッダー",
    "body": "本文",
    "The puzzles before it have {most} errors or more; correct those first.": (
        "これより前のパズルに{most}件以上のエラーがあります。先にそれらを直してください。"
    ),
}
"""Details of problems."""

ERRORS = {
    "Missing data for required field.": "この項目は必要です",
    "Unknown field.": "不明な項目です",
    "Field may not be null.": "nullにはできません",
    "Invalid input type.": "オブジェクトでなければなりません",
    "Invalid type.": "型が違います",
    "Invalid value.": "値が正しくありません",
    "Not a valid string.": "文字列でなければなりません",
    "Not a valid utf-8 string.": "UTF-8の文字列でなければなりません",
    "Not a valid list.": "リストでなければなりません",
    "a list": "リスト",
    "an object": "オブジェクト",
    "{first} or {last}": "{first}または{last}",
    "must be an object, not {value}": "オブジェクトでなければなりません（{value}ではなく）",
    "must be a list, not {value}": "リストでなければなりません（{value}ではなく）",
    "must be a list of rows, not {value}": "行のリストでなければなりません（{value}ではなく）",
    "must be a string, not {value}": "文字列でなければなりません（{value}ではなく）",
    "must be an integer, not {value}": "整数でなければなりません（{value}ではなく）",
    "must be a number, not {value}": "数でなければなりません（{value}ではなく）",
    "must be at least {least}, not {value}": "{least}以上でなければなりません（{value}ではなく）",
    "must be at most {most}, not {value}": "{most}以下でなければなりません（{value}ではなく）",
    "must be greater than 0 and at most {most:g}, not {value}": (
        "0より大きく{most:g}以下でなければなりません（{value}ではなく）"
    ),
    "must be one of: {choices}": "次のいずれかでなければなりません：{choices}",
    "must be {kinds}": "{kinds}でなければなりません",
    "must be {kinds}, not {value}": "{kinds}でなければなりません（{value}ではなく）",
    "must have at most {max} characters": "{max}文字以下でなければなりません",
    "must have at most {most} numbers, not {given}": "数は{most}個以下でなければなりません（{given}個ではなく）",
    "must have {width} numbers, not {given}": "数は{width}個でなければなりません（{given}個ではなく）",
    "must have at most {most} rows of at most {most} characters": (
        "{most}行以下、各行{most}文字以下でなければなりません"
    ),
    "may only contain the characters {characters!r}, not {value}": (
        "使える文字は{characters!r}だけです（{value}ではなく）"
    ),
    "must be a list of at most {most} points": "{most}個以下の点のリストでなければなりません",
    "must have coordinates of at least {least:g} in size, or 0, not {value}": (
        "座標は0か、絶対値が{least:g}以上でなければなりません（{value}ではなく）"
    ),
    "must be a point [x, y] with coordinates from -{most} to {most}, not {value}": (
        "座標が-{most}以上{most}以下の点[x, y]でなければなりません（{value}ではなく）"
    ),
    "hole": "穴",
    "cell": "マス",
    "must have {size} points, one for each {noun}, not {given}": (
        "点は{noun}ごとに一つ、{size}個でなければなりません（{given}個ではなく）"
    ),
    "needs exactly one of {forms}": "{forms}のうち、ちょうど一つが必要です",
    "needs exactly one of {forms}; found {found}": "{forms}のうち、ちょうど一つが必要です（与えられたのは{found}）",
    "there is no board {name}; /v1/boards lists them": "{name}という盤はありません。/v1/boardsに一覧があります",
    "the board {name} is for puzzles of kind {own}, not {kind}": (
        "盤{name}は種類{own}のパズルのもので、{kind}のものではありません"
    ),
    "must have 1 to {most} puzzles, not {given}": "パズルは1〜{most}題でなければなりません（{given}題ではなく）",
    "a board has 1 to {most} holes, not {given}": "盤の穴は1〜{most}個です（{given}個ではなく）",
    "a board has at most {most} jumps, not {given}": "盤の跳びは{most}通りまでです（{given}通りではなく）",
    "hole {hole} does not exist: holes are numbered 0 to {last}": "穴{hole}はありません。穴の番号は0〜{last}です",
    "hole {hole} is listed twice": "穴{hole}が二度あります",
    "a jump needs three different holes, not {jump}": "跳びには三つの異なる穴が必要です（{jump}ではなく）",
    "the jump {jump} is there twice": "跳び{jump}が二度あります",
    "{jump} is not a jump of this board": "{jump}はこの盤の跳びではありません",
    "{jump} needs pegs in holes {start} and {over} and none in hole {to}": (
        "{jump}には、穴{start}と穴{over}にペグがあり、穴{to}が空いている必要があります"
    ),
    "The board has no jumps.": "この盤には跳べるところがありません。",
    "No jump touches hole {hole}.": "穴{hole}はどの跳びにも関わりません。",
    "No jump touches the holes {holes}.": "穴{holes}はどの跳びにも関わりません。",
    "The jumps go along only {found} of the three directions of a triangular board. In a centred drawing, each row is "
    "offset by one column from the next.": (
        "三角の盤の3方向のうち、跳べるのは{found}方向だけです。中央揃えの図では、各行を隣の行から1文字ずらします。"
    ),
    "There is only one piece.": "駒が1つしかありません。",
    "The start meets the goal already.": "初期局面がすでにゴールです。",
    "a picture needs a board that is given as a grid": "pictureを使うには、盤をgridで与える必要があります",
    "must have {rows} rows like the grid, not {given}": "gridと同じ{rows}行でなければなりません（{given}行ではなく）",
    "column {column} is a hole in the grid, but not in the picture": (
        "{column}列目は、gridでは穴ですがpictureでは違います"
    ),
    "column {column} is a hole in the picture, but not in the grid": (
        "{column}列目は、pictureでは穴ですがgridでは違います"
    ),
    "goals must not be nested more than {most} deep": "ゴールの入れ子は{most}段までです",
    "must have at most {most} goals in all": "ゴールは全部で{most}個までです",
    "must have {min} to {max} goals": "ゴールは{min}〜{max}個でなければなりません",
    "must be at most {most}, the number of holes, not {value}": (
        "穴の数{most}以下でなければなりません（{value}ではなく）"
    ),
    "a hint is about a position: put the pegs into start": (
        "ヒントは局面についてのものです。ペグはstartに置いてください"
    ),
    "more than {most} moves are possible from here": "ここからは{most}通りを超える手があります",
    "a board has 1 to {most} cells, not {given}": "盤のマスは1〜{most}個です（{given}個ではなく）",
    "must have {cells} numbers, one for each cell, not {given}": (
        "数はマスごとに一つ、{cells}個でなければなりません（{given}個ではなく）"
    ),
    "pieces are numbered 1 to {most}, and 0 is an empty cell; found {piece}": (
        "駒の番号は1〜{most}、0は空きです（与えられたのは{piece}）"
    ),
    "too many empty cells: {wanted} in the goal, {have} at the start": (
        "空きが多すぎます：ゴールに{wanted}個、初期局面に{have}個"
    ),
    "too many pieces numbered {piece}: {wanted} in the goal, {have} at the start": (
        "番号{piece}の駒が多すぎます：ゴールに{wanted}個、初期局面に{have}個"
    ),
    "cell {cell} does not exist: cells are numbered 0 to {last}": "マス{cell}はありません。マスの番号は0〜{last}です",
    "cell {cell} cannot be its own neighbour": "マス{cell}は自分自身に隣り合えません",
    "cell {other} is already a neighbour of cell {cell}": "マス{other}は、すでにマス{cell}の隣です",
    "cell {cell} names {other}, but {other} does not name {cell}": (
        "マス{cell}は{other}を隣としていますが、{other}は{cell}を隣としていません"
    ),
    "this service sends no webhooks": "このサービスはWebhookを送りません",
    "your webhooks cannot be signed yet: the operator makes a secret with `fewest keys webhook-secret`": (
        "あなたのWebhookにはまだ署名できません。運営者が`fewest keys webhook-secret`で秘密鍵を作ります"
    ),
    "must be an address such as https://host/path of at most {most} characters, without user, password and fragment, "
    "not {value}": (
        "https://host/pathのような、ユーザー、パスワード、フラグメントのない{most}文字以下のアドレスでなければなりません"
        "（{value}ではなく）"
    ),
    "the operator of this service does not allow webhooks to {origin}": (
        "このサービスの運営者は、{origin}へのWebhookを許可していません"
    ),
    "must have {min} to {max} events": "eventsは{min}〜{max}個でなければなりません",
    # Sliding blocks
    "cell {other} does not lead back to cell {cell}": "マス{other}からマス{cell}に戻れません",
    "cells {cell} and {other} do not lie on a grid with the others": (
        "マス{cell}とマス{other}は、他のマスとともに格子をなしません"
    ),
    "column {column} is a cell of the board, but not in the picture": (
        "{column}列目は盤ではマスですが、pictureでは違います"
    ),
    "column {column} is a cell in the picture, but not of the board": (
        "{column}列目はpictureではマスですが、盤では違います"
    ),
    "is no cell of the board": "盤のマスではありません",
    "may only contain characters that are printed": "印字できる文字だけが使えます",
    "must be an object with at most {most} members": "{most}個以下の要素をもつオブジェクトでなければなりません",
    "must be {axes}": "{axes}でなければなりません",
    "must be {long} or an object": "{long}かオブジェクトでなければなりません",
    "must have at most {max} doors": "扉は{max}個以下でなければなりません",
    "must have {min} to {max} pieces": "駒は{min}〜{max}個でなければなりません",
    "must have {rows} rows like the board, not {given}": "盤と同じ{rows}行でなければなりません（{given}行ではなく）",
    "must have {cells} cells like the board, not {given}": (
        "盤と同じ{cells}マスでなければなりません（{given}マスではなく）"
    ),
    "must name at least one piece": "駒を少なくとも1つ指定しなければなりません",
    "needs a board, or a picture at the start that shows it": "boardか、盤を示すstartのpictureが必要です",
    "piece {name} does not fit there: it would leave the board": "駒{name}はそこに収まりません（盤からはみ出します）",
    "piece {name} is in this door, but may not enter it": "駒{name}は入れない扉の上にあります",
    "piece {name} is in two parts: a piece is connected": (
        "駒{name}が2つに分かれています（駒はつながっていなければなりません）"
    ),
    "pieces {name} and {other} would overlap": "駒{name}と駒{other}が重なります",
    "there is no piece {name} at the start": "初期局面に駒{name}はありません",
    "these are not the cells of piece {name}, moved": "駒{name}を動かした形ではありません",
    # Features
    "features need a goal of pegs, empty holes or a number of pegs": (
        "featuresのgoalは、ペグ、空の穴、またはペグの数でなければなりません"
    ),
    "must be a number from 0 to 1, not {value}": "0〜1の数でなければなりません（{value}ではなく）",
    "must have {min} to {max} features": "featuresは{min}〜{max}個でなければなりません",
    "a position has {most} moves or more": "{most}手以上ある局面があります",
    "{name} is not defined for puzzles of kind {kind}": "{name}は種類{kind}のパズルでは定義されていません",
    # Whole spaces.
    "spaces and levels are made of boards with at most {most} holes, not {given}": (
        "状態空間と問題集に使える盤の穴は{most}個までです（{given}個ではなく）"
    ),
    "needs a start or a goal": "startかgoalが必要です",
    "the goal of a space names the piece on every cell": "状態空間のgoalは、すべてのマスの駒を指定しなければなりません",
    "a space needs a goal of pegs, empty holes or a number of pegs": (
        "状態空間のgoalは、ペグ、空の穴、またはペグの数でなければなりません"
    ),
    "the goals of a space have equally many pegs": "状態空間のgoalのペグは、どれも同じ数でなければなりません",
    "stands for {given} positions; a space has at most {most} goals": (
        "{given}個の局面を表します。状態空間のgoalは{most}個以下です"
    ),
    "has at least {needed} positions; a space of at most {most} is explored": (
        "局面が少なくとも{needed}個あります。調べられる状態空間は{most}個以下です"
    ),
    # Levels to order
    "levels need a goal of pegs, empty holes or a number of pegs": (
        "問題集のgoalは、ペグ、空の穴、またはペグの数でなければなりません"
    ),
    "the goal has {have} pieces numbered {piece}, not {given}": (
        "goalにある駒{piece}は{have}個です（{given}個ではなく）"
    ),
    "must be at most {most}, as max is, not {value}": "maxの{most}以下でなければなりません（{value}ではなく）",
    "no start as given has more than {moves} moves: each removes a peg": (
        "指定された初期配置で{moves}手を超えるものはありません。1手ごとにペグが減ります"
    ),
    "no position of this board is farther than {deepest} moves from the goal ({source})": (
        "この盤にゴールから{deepest}手より遠い局面はありません（{source}）"
    ),
    # boards as graphs
    "must be graph6: one or more of the characters from ? to ~": (
        "graph6（?から~までの文字1つ以上）でなければなりません"
    ),
    "must be graph6 of a board: the number of vertices cannot be read": (
        "盤のgraph6でなければなりません（頂点の数が読み取れません）"
    ),
    "must have {needed} characters after the number of vertices, {vertices}, not {given}": (
        "頂点の数{vertices}の後には{needed}文字が必要です（与えられたのは{given}文字）"
    ),
    "must end with zeros: the last character has bits of no pair of vertices": (
        "末尾は0でなければなりません（最後の文字に、どの頂点の組にも対応しないビットがあります）"
    ),
    "the edge {edge} is there twice": "辺{edge}が2回あります",
    # surveys
    "is needed: only jump boards have starts and goals that every survey can do without": (
        "必要です（省略できるのは、ペグを跳ぶ盤の初期局面とゴールだけです）"
    ),
    "must not be empty": "空であってはなりません",
    "starts and goals make {given} problems; the limit is {most}": (
        "初期局面とゴールの組は{given}個です。上限は{most}個です"
    ),
    "board, start and goal of all problems have {given} values in all; the limit is {most}": (
        "すべての問題の盤・初期局面・ゴールの値は合わせて{given}個です。上限は{most}個です"
    ),
    "survey": "調査",
    "There are no solved puzzles to print after the first {offset}.": (
        "最初の{offset}問より後に、印刷できる解かれたパズルはありません。"
    ),
    "has at least {given} problems up to symmetry; the limit is {most}": (
        "対称なものを除いて少なくとも{given}問あります。上限は{most}問です"
    ),
    "the boards and goals of {number} levels take {given} bytes; the limit is {most}": (
        "{number}題分の盤とゴールに{given}バイトかかります。上限は{most}バイトです"
    ),
    # Goals of games
    "must be true, not {value}": "trueでなければなりません（{value}ではなく）",
    "cannot be one of several goals": "複数のゴールの一つにはできません",
    "the holes, and those this peg can come to once more, are at most {most}, not {given}": (
        "穴の数と、このペグが行ける穴の数の和は{most}までです（{given}ではなく）"
    ),
}
"""Errors of the body of a request."""

JAPANESE = TITLES | DETAILS | ERRORS
