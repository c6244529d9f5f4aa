// The look of the double's pages: calm, legible, the same at a desk and on a telephone, by day and by night.
import { Html } from './html.ts'

export const STYLE = new Html(`
:root { --ink: #1a1f36; --soft: #5c6479; --line: #dfe3ea; --ground: #ffffff; --side: #f6f8fb; --accent: #4646c8; --on: #ffffff; --bad: #b3093c; --badbg: #fdf0f3; --note: #fff6dc; --noteink: #5b4300; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef4; --soft: #a9b0c2; --line: #363c4d; --ground: #171a23; --side: #1f2330; --accent: #8f90f5; --on: #12141c; --bad: #ff9db5; --badbg: #3a1a24; --note: #3a3115; --noteink: #f6e3ad; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--ground); }
h1, h2, p, dl, ul, table { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.notice { padding: .625rem 1.25rem; background: var(--note); color: var(--noteink); font-size: .875rem; text-align: center; }
.split { display: grid; grid-template-columns: 1fr 1fr; min-height: calc(100vh - 2.5rem); }
.split > * { padding: 3rem clamp(1.25rem, 5vw, 5rem); min-width: 0; }
.split > .what { background: var(--side); display: grid; gap: 1.5rem; align-content: start; justify-items: end; }
.split > .what > * { width: 100%; max-width: 27rem; }
.split > main { display: grid; gap: 1.5rem; align-content: start; }
.split > main > * { width: 100%; max-width: 27rem; }
.single { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; display: grid; gap: 1.5rem; }
.back { font-size: .875rem; color: var(--soft); }
.price { font-size: 2.25rem; font-weight: 650; line-height: 1.15; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); font-size: .875rem; }
.rows { display: grid; gap: .75rem; }
.rows > div { display: flex; justify-content: space-between; gap: 1rem; }
.rows dt { min-width: 0; overflow-wrap: anywhere; }
.rows dd { margin: 0; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows .sum { border-top: 1px solid var(--line); padding-top: .75rem; font-weight: 600; }
form { display: grid; gap: 1rem; }
label, fieldset { display: grid; gap: .25rem; font-size: .875rem; font-weight: 550; }
fieldset { border: 0; margin: 0; padding: 0; gap: 1rem; }
input, select, textarea { font: inherit; font-weight: 400; width: 100%; padding: .625rem .75rem; color: inherit; background: var(--ground); border: 1px solid #858da0; border-radius: .375rem; min-height: 2.75rem; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.inline { display: grid; grid-template-columns: 1fr auto; gap: .5rem; align-items: end; }
button, .button { font: inherit; font-weight: 600; cursor: pointer; display: inline-flex; justify-content: center; align-items: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: .375rem; background: var(--accent); color: var(--on); text-decoration: none; }
button.plain, .button.plain { background: transparent; color: var(--accent); }
button.bad { background: transparent; color: var(--bad); border-color: var(--bad); }
.error { padding: .75rem 1rem; border-radius: .375rem; background: var(--badbg); color: var(--bad); font-size: .9375rem; }
.box { border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; display: grid; gap: 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: space-between; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th { text-align: left; font-weight: 550; color: var(--soft); font-size: .8125rem; }
th, td { padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.sum, th.sum { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 0; }
code { font: .875rem ui-monospace, SFMono-Regular, Menlo, monospace; }
details { font-size: .875rem; color: var(--soft); }
details ul { padding-left: 1.25rem; }
.badge { border: 1px solid currentColor; border-radius: 1rem; padding: .0625rem .625rem; font-size: .8125rem; color: var(--soft); }
@media (max-width: 52rem) {
  .split { grid-template-columns: 1fr; min-height: 0; }
  .split > * { padding: 1.5rem 1.25rem; }
  .split > .what { justify-items: start; }
  .split > .what > *, .split > main > * { max-width: none; }
}
`)
