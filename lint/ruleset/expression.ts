// JSONPath as rules write it. Engines make code of its scripts, so only a small language is let through: what compares
// and looks at values. What reaches for the machinery of JavaScript is refused, whoever else would refuse it later.
const MOST_CHARACTERS = 2000

// In scripts: texts, regular expressions after what they can follow, numbers, names, operators.
const TOKEN =
  /\s+|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d+(?:\.\d+)?|@?[A-Za-z_$@][\w$]*|@|===|!==|==|!=|<=|>=|&&|\|\||~=|[-+*%<>!?:.,()[\]^]/y
const REGEX = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

const WORDS = new Set(['true', 'false', 'null', 'undefined', 'void', 'typeof', 'in', 'index'])
const ABOUT = new Set(
  'root path property parent parentProperty string number boolean scalar array null object integer other'
    .split(' ')
    .map((name) => `@${name}`),
)
const METHODS = new Set(
  'match test includes indexOf lastIndexOf startsWith endsWith toLowerCase toUpperCase trim some slice substring charAt toString concat split join hasOwnProperty'.split(
    ' ',
  ),
)
const NEVER = /^(?:__\w+__|constructor|prototype|caller|callee|arguments|call|apply|bind|valueOf)$/

/** Why an expression of JSONPath is not taken, or undefined where it is. */
export function reasonAgainstExpression(expression: string): string | undefined {
  if (expression.length > MOST_CHARACTERS)
    return `The expression is longer than ${MOST_CHARACTERS.toLocaleString('en')} characters.`
  for (const script of scriptsOf(expression)) {
    if (script === undefined)
      return 'The expression is not taken: a script stands in brackets and parentheses, as [?(…)] or [(…)].'
    const reason = reasonAgainstScript(script)
    if (reason) return reason
  }
  return undefined
}

// Some engines look for scripts in names as well: https://github.com/JSONPath-Plus/JSONPath, toPathArray.
const SCRIPT_IN_NAME = /['"[]\s*\??\s*\(/

// What stands between the parentheses of `[?(…)]` and `[(…)]`; undefined for what does not end as they do.
function* scriptsOf(expression: string): Generator<string | undefined> {
  const next = /['"]|[?(]/g
  for (let found = next.exec(expression); found; found = next.exec(expression)) {
    const [sign] = found
    if (sign === '?' && expression[found.index + 1] !== '(') return yield undefined
    if (sign === '?') continue
    if (sign !== '(') {
      // A name in quotes is no script, where all engines agree on where it begins and ends.
      const end = expression.indexOf(sign, found.index + 1)
      const isName =
        /[[,]\s*$/.test(expression.slice(0, found.index)) && /^\s*[\],]/.test(expression.slice(end + 1))
      const name = expression.slice(found.index, end)
      if (end === -1 || !isName || name.includes('\\') || SCRIPT_IN_NAME.test(name)) return yield undefined
      next.lastIndex = end + 1
      continue
    }
    const end = scriptEnd(expression, found.index)
    if (end === undefined) return yield undefined
    const script = expression.slice(found.index + 1, end)
    // `$..*@string()` asks for a type.
    if (script !== '' && expression[end + 1] !== ']') return yield undefined
    yield script
    next.lastIndex = end + 1
  }
}

function scriptEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (const { value, end } of tokens(text, start)) {
    if (value === '(') depth++
    else if (value === ')' && --depth === 0) return end - 1
  }
  return undefined
}

interface Token {
  value: string
  end: number
}

function* tokens(text: string, start: number): Generator<Token> {
  let previous = ''
  for (let at = start; at < text.length; ) {
    const pattern = text[at] === '/' && !/^[\w)\]'"]/.test(previous.slice(-1)) ? REGEX : TOKEN
    pattern.lastIndex = at
    const value = pattern.exec(text)?.[0]
    if (value === undefined) {
      yield { value: text[at] ?? '', end: at + 1 }
      return
    }
    at += value.length
    if (value.trim() === '') continue
    yield { value, end: at }
    previous = value
  }
}

function reasonAgainstScript(script: string): string | undefined {
  const list = [...tokens(script, 0)].map(({ value }) => value)
  for (const [index, token] of list.entries()) {
    const reason = reasonAgainstToken(token, list, index)
    if (reason) return `A script of the expression ${reason}.`
  }
  return undefined
}

function reasonAgainstToken(token: string, list: string[], index: number): string | undefined {
  const [before, after] = [list[index - 1], list[index + 1]]
  if (token === '(' && before !== undefined && /[\w$)\]]$/.test(before)) {
    if (before.startsWith('@') && before.length > 1) return undefined
    if (METHODS.has(before) && list[index - 2] === '.') return undefined
    if (before === 'void' || before === 'typeof' || before === 'in') return undefined
    return `calls "${before.slice(0, 40)}", which is none of the methods that rules may call`
  }
  // By brackets only names and numbers that stand there: nothing that is put together.
  if (token === '[' && before !== undefined && /[\w$)\]@]$/.test(before))
    return isPlainKey(after) && list[index + 2] === ']'
      ? undefined
      : 'reads a member by something that is put together'
  if (/^['"]/.test(token))
    return NEVER.test(token.slice(1, -1)) && before === '[' ? `reads "${token.slice(1, -1)}"` : undefined
  if (/^[/\d]/.test(token)) return undefined
  if (!/^[@\w$]/.test(token))
    return TOKEN_ALONE.test(token) ? undefined : `has "${token}", which means nothing here`
  if (before === '.') return reasonAgainstMember(token, list, index)
  if (token === '@' || ABOUT.has(token) || WORDS.has(token)) return undefined
  return `names "${token.slice(0, 40)}", which is not known here`
}

const TOKEN_ALONE = /^(?:===|!==|==|!=|<=|>=|&&|\|\||~=|[-+*%<>!?:.,()[\]^])$/

function isPlainKey(token: string | undefined): boolean {
  if (token === undefined) return false
  return /^\d+$/.test(token) || (/^(['"])[^\\]*\1$/.test(token) && !NEVER.test(token.slice(1, -1)))
}

// `@.enum.constructor.name === 'Array'` is how Spectral's own rules ask what something is; it reads a name, no more.
function reasonAgainstMember(token: string, list: string[], index: number): string | undefined {
  if (!NEVER.test(token)) return undefined
  const [dot, name, next] = list.slice(index + 1, index + 4)
  const asksForType = token === 'constructor' && dot === '.' && name === 'name' && !/^[.[(]$/.test(next ?? '')
  return asksForType ? undefined : `reads "${token}"`
}
