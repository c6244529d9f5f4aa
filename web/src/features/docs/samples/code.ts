// The same request in several languages. Whatever stands in a description ends inside a quoted literal.
import { shellQuote } from '../../../shared/data/shell-quote.ts'
import { jsonText } from '../schema/json-text.ts'
import type { Field } from './files.ts'
import type { SampleAnswer, SampleBody, SampleRequest } from './request.ts'

/** Writes a request as a program. */
export type Write = (request: SampleRequest) => string

export interface CodeLanguage {
  id: string
  label: string
  /** What it is listed under. */
  group: string
  /** Grammar of the highlighter. */
  grammar: string
  write: Write
}

/** The languages that most readers want, in the order they are offered; library.ts has the others. */
export const ownLanguages: readonly CodeLanguage[] = [
  { id: 'curl', group: 'Shell', label: 'cURL', grammar: 'bash', write: curl },
  { id: 'javascript', group: 'JavaScript', label: 'JavaScript', grammar: 'javascript', write: javascript },
  { id: 'node', group: 'Node.js', label: 'Node.js', grammar: 'javascript', write: node },
  { id: 'python', group: 'Python', label: 'Python', grammar: 'python', write: python },
  { id: 'go', group: 'Go', label: 'Go', grammar: 'go', write: go },
]

const json = (value: unknown, indent = 2): string => jsonText(value, indent) || 'null'
const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** A JavaScript or Go string literal. */
const quote = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

function bodyText(body: SampleBody): string {
  if (body.kind === 'json') return json(body.value)
  if (body.kind === 'text') return body.text
  return body.kind === 'file'
    ? body.name
    : new URLSearchParams(body.fields.map(([a, b]) => [a, b])).toString()
}

/** Whether no field of a form stands twice, as the items of a list do. */
const isDistinct = (fields: Field[]): boolean => new Set(fields.map(([name]) => name)).size === fields.length

/** The fields of a form as a literal of JavaScript. */
function formText({ fields }: { fields: Field[] }): string {
  const pairs = fields.map(([name, value]) => [name, value])
  return json(isDistinct(fields) ? Object.fromEntries(pairs) : pairs)
}

// What cURL would take for something else than it says (https://curl.se/docs/manpage.html): several addresses, the name of a
// file to be read, a quoted value or what follows one, the end of a name.
const SEVERAL_ADDRESSES = /[[\]]|\{[^}]*,/
const NO_PLAIN_VALUE = /^[@<"]|;/
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

function curl({ method, url, headers, body, answer }: SampleRequest): string {
  const asked = method === 'HEAD' && !body ? '--head' : `--request ${shellQuoteOdd(method)}`
  const lines = [`curl ${asked}`, `  --url ${shellQuote(url)}`]
  if (SEVERAL_ADDRESSES.test(url)) lines.push('  --globoff')
  for (const [name, value] of headers) lines.push(`  --header ${shellQuote(`${name}: ${value}`)}`)
  if (body?.kind === 'multipart') {
    lines.push(...body.fields.map((field) => `  ${curlPart(field)}`))
  } else if (body?.kind === 'form') {
    for (const [name, value] of body.fields)
      lines.push(`  --data-urlencode ${shellQuote(`${name}=${value}`)}`)
  } else if (body?.kind === 'file') {
    lines.push(`  --data-binary ${shellQuote(`@${body.name}`)}`)
  } else if (body) {
    const text = bodyText(body)
    lines.push(`  --data${text.startsWith('@') ? '-raw' : ''} ${shellQuote(text)}`)
  }
  if (isFileAnswer(answer)) lines.push(`  --output ${shellQuote(answer.file)}`)
  return lines.join(' \\\n')
}

const shellQuoteOdd = (text: string): string => (/^[A-Z]+$/.test(text) ? text : shellQuote(text))

function curlPart([name, value, file]: Field): string {
  const begin = `${name.replaceAll('=', '%3D')}=`
  if (file !== undefined)
    return `--form ${shellQuote(`${begin}@${value}${MEDIA_TYPE.test(file) ? `;type=${file}` : ''}`)}`
  return `--form${NO_PLAIN_VALUE.test(value) ? '-string' : ''} ${shellQuote(begin + value)}`
}

const isFileAnswer = (answer: SampleAnswer | undefined): answer is { file: string } =>
  typeof answer === 'object'

function fetchOptions({ method, headers, body }: SampleRequest): string {
  const options = [`  method: ${quote(method)},`]
  if (headers.length > 0) {
    options.push(
      '  headers: {',
      ...headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`),
      '  },',
    )
  }
  if (body?.kind === 'json') options.push(`  body: JSON.stringify(${indent(json(body.value), '  ')}),`)
  else if (body?.kind === 'form')
    options.push(`  body: new URLSearchParams(${indent(formText(body), '  ')}),`)
  else if (body?.kind === 'multipart') options.push('  body: form,')
  else if (body?.kind === 'file') options.push('  body: files[0],')
  else if (body) options.push(`  body: ${quote(bodyText(body))},`)
  return options.join('\n')
}

function formLines(body: SampleBody | undefined, fileOf: (name: string) => string): string[] {
  if (body?.kind !== 'multipart') return []
  return [
    'const form = new FormData()',
    ...body.fields.map(([name, value, file]) =>
      file === undefined
        ? `form.append(${quote(name)}, ${quote(value)})`
        : `form.append(${quote(name)}, ${fileOf(value)})`,
    ),
    '',
  ]
}

function javascript(request: SampleRequest): string {
  const { body, answer = 'json' } = request
  const read = answer === 'json' ? 'json' : answer === 'text' ? 'text' : 'blob'
  return [
    ...(hasFile(body) ? [`const { files } = document.querySelector('input[type="file"]')`] : []),
    ...formLines(body, () => 'files[0]'),
    `const response = await fetch(${quote(request.url)}, {`,
    fetchOptions(request),
    '})',
    ...(answer === 'nothing'
      ? ['console.log(response.status)']
      : [`const data = await response.${read}()`, 'console.log(data)']),
  ].join('\n')
}

function hasFile(body: SampleBody | undefined): boolean {
  if (body?.kind === 'multipart') return body.fields.some(([, , file]) => file !== undefined)
  return body?.kind === 'file'
}

function node(request: SampleRequest): string {
  const { method, url, headers, body, answer } = request
  const isFile = isFileAnswer(answer)
  const lines = [
    ...(hasFile(body) ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(isFile ? ["import { writeFile } from 'node:fs/promises'"] : []),
    "import axios from 'axios'",
    '',
    ...formLines(body, (file) => `await openAsBlob(${quote(file)}), ${quote(file)}`),
    `const { ${answer === 'nothing' ? 'status' : 'data'} } = await axios.request({`,
  ]
  lines.push(`  method: ${quote(method)},`, `  url: ${quote(url)},`)
  if (headers.length > 0) {
    lines.push(
      '  headers: {',
      ...headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`),
      '  },',
    )
  }
  if (body?.kind === 'json') lines.push(`  data: ${indent(json(body.value), '  ')},`)
  else if (body?.kind === 'form') lines.push(`  data: new URLSearchParams(${indent(formText(body), '  ')}),`)
  else if (body?.kind === 'multipart') lines.push('  data: form,')
  else if (body?.kind === 'file') lines.push(`  data: await openAsBlob(${quote(body.name)}),`)
  else if (body) lines.push(`  data: ${quote(bodyText(body))},`)
  if (isFile) lines.push("  responseType: 'arraybuffer',")
  const told = isFile
    ? `await writeFile(${quote(answer.file)}, data)`
    : `console.log(${answer === 'nothing' ? 'status' : 'data'})`
  return [...lines, '})', told].join('\n')
}

function python({ method, url, headers, body, answer }: SampleRequest): string {
  const lines = [
    'import requests',
    '',
    'response = requests.request(',
    `    ${quote(method)},`,
    `    ${quote(url)},`,
  ]
  if (headers.length > 0) {
    lines.push(
      '    headers={',
      ...headers.map(([name, value]) => `        ${quote(name)}: ${quote(value)},`),
      '    },',
    )
  }
  if (body?.kind === 'json') lines.push(`    json=${indent(pythonLiteral(body.value), '    ')},`)
  else if (body?.kind === 'form') lines.push(`    data=${indent(pythonForm(body.fields), '    ')},`)
  else if (body?.kind === 'multipart') {
    const [open, close] = isDistinct(body.fields) ? ['{', '}'] : ['[', ']']
    const parts = body.fields.map((field) =>
      open === '{' ? pythonPart(field).join(': ') : `(${pythonPart(field).join(', ')})`,
    )
    lines.push(`    files=${open}`, ...parts.map((part) => `        ${part},`), `    ${close},`)
  } else if (body?.kind === 'file') lines.push(`    data=open(${quote(body.name)}, "rb"),`)
  else if (body) lines.push(`    data=${quote(bodyText(body))},`)
  return [...lines, ')', ...pythonAnswer(answer)].join('\n')
}

function pythonAnswer(answer: SampleAnswer | undefined): string[] {
  if (isFileAnswer(answer))
    return [`with open(${quote(answer.file)}, "wb") as file:`, '    file.write(response.content)']
  if (answer === 'nothing') return ['print(response.status_code)']
  return [answer === 'text' ? 'print(response.text)' : 'print(response.json())']
}

/** The items of a list are pairs: of a name that stands twice a dictionary keeps the last. */
function pythonForm(fields: Field[]): string {
  if (isDistinct(fields))
    return pythonLiteral(Object.fromEntries(fields.map(([name, value]) => [name, value])))
  return `[\n${fields.map(([name, value]) => `    (${quote(name)}, ${quote(value)}),`).join('\n')}\n]`
}

function pythonPart([name, value, file]: Field): [name: string, part: string] {
  if (file === undefined) return [quote(name), `(None, ${quote(value)})`]
  const open = `open(${quote(value)}, "rb")`
  return [quote(name), file ? `(${quote(value)}, ${open}, ${quote(file)})` : open]
}

/** JSON strings and numbers are Python's too; the three constants are not. */
function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return json(value)
  const inner = '    '.repeat(depth + 1)
  const outer = '    '.repeat(depth)
  const list = Array.isArray(value)
  const parts = list
    ? value.map((item) => pythonLiteral(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${quote(key)}: ${pythonLiteral(item, depth + 1)}`)
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${outer}${close}`
}

function go({ method, url, headers, body, answer }: SampleRequest): string {
  const isFile = body?.kind === 'file'
  const text = body && !isFile && body.kind !== 'multipart' ? goText(bodyText(body)) : undefined
  const multipart = body?.kind === 'multipart'
  const imports = [
    text !== undefined ? 'strings' : '',
    multipart ? 'bytes' : '',
    multipart ? 'mime/multipart' : '',
    hasFile(body) || isFileAnswer(answer) ? 'os' : '',
    isFileAnswer(answer) ? '' : 'fmt',
    answer === 'nothing' && !(multipart && hasFile(body)) ? '' : 'io',
    'net/http',
  ]
  const lines = [
    'package main',
    '',
    'import (',
    ...imports
      .filter(Boolean)
      .sort()
      .map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
  ]
  if (text !== undefined) lines.push(`\tbody := strings.NewReader(${text})`)
  if (multipart) {
    lines.push('\tbody := &bytes.Buffer{}', '\tform := multipart.NewWriter(body)')
    for (const [at, field] of body.fields.entries()) lines.push(...goPart(field, at))
    lines.push('\tform.Close()')
  }
  if (isFile) lines.push(...goOpen('body', body.name))
  lines.push(`\treq, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${body ? 'body' : 'nil'})`)
  lines.push('\tif err != nil {', '\t\tpanic(err)', '\t}')
  for (const [name, value] of headers) lines.push(`\treq.Header.Set(${quote(name)}, ${quote(value)})`)
  if (multipart) lines.push('\treq.Header.Set("Content-Type", form.FormDataContentType())')
  lines.push('\tres, err := http.DefaultClient.Do(req)', '\tif err != nil {', '\t\tpanic(err)', '\t}')
  lines.push('\tdefer res.Body.Close()', ...goAnswer(answer), '}')
  return lines.join('\n')
}

/** Bytes are no text: they go to a file. */
function goAnswer(answer: SampleAnswer | undefined): string[] {
  if (answer === 'nothing') return ['\tfmt.Println(res.Status)']
  if (!isFileAnswer(answer)) return ['\tdata, _ := io.ReadAll(res.Body)', '\tfmt.Println(string(data))']
  return [
    ...[`\tfile, err := os.Create(${quote(answer.file)})`, ...goCheck, '\tdefer file.Close()'],
    '\tio.Copy(file, res.Body)',
  ]
}

function goPart([name, value, file]: Field, at: number): string[] {
  if (file === undefined) return [`\tform.WriteField(${quote(name)}, ${quote(value)})`]
  return [
    ...goOpen(`file${at}`, value),
    `\tpart${at}, err := form.CreateFormFile(${quote(name)}, ${quote(value)})`,
    ...goCheck,
    `\tio.Copy(part${at}, file${at})`,
  ]
}

const goCheck = ['\tif err != nil {', '\t\tpanic(err)', '\t}']

const goOpen = (name: string, file: string): string[] => [
  `\t${name}, err := os.Open(${quote(file)})`,
  ...goCheck,
]

const goText = (text: string): string =>
  text.includes('`') || text.includes('\r') ? quote(text) : `\`${text}\``
