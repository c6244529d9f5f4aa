// Languages and clients beyond our own, written by a library; each is loaded when it is chosen.
import type { HarRequest, Plugin } from '@scalar/snippetz'
import { writeExactLiterals } from '../../../../../analysis/parse/exact-number.ts'
import type { Write } from './code.ts'
import type { SampleBody, SampleRequest } from './request.ts'

/** A client whose samples the library writes. */
export interface LibraryClient {
  id: string
  label: string
  group: string
  grammar: string
  /** Whether its texts are quoted with care; the others get none in which something could end a literal. */
  isSafe: boolean
  /** The bodies that the library leaves out for it. */
  lacks: readonly SampleBody['kind'][]
  /** Those in which of several fields of one name, the items of a list, only one would be sent. */
  merges: readonly SampleBody['kind'][]
  /** Whether values of headers can mean something else to it. */
  readsHeaders: boolean
  load: () => Promise<Write>
}

interface Flaws {
  isSafe?: boolean
  lacks?: LibraryClient['lacks']
  merges?: LibraryClient['merges']
  readsHeaders?: boolean
}

const careless: Flaws = { isSafe: false }
const withoutText: Flaws = { lacks: ['text', 'file'] }

function client(
  id: string,
  group: string,
  label: string,
  grammar: string,
  load: () => Promise<Plugin>,
  { isSafe = true, lacks = [], merges = [], readsHeaders = false }: Flaws = {},
): LibraryClient {
  return { id, group, label, grammar, isSafe, lacks, merges, readsHeaders, load: () => load().then(asWriter) }
}

/** In the order they are offered. */
export const libraryClients: readonly LibraryClient[] = [
  client(
    'shell-wget',
    'Shell',
    'Wget',
    'bash',
    async () => (await import('@scalar/snippetz/plugins/shell/wget')).shellWget,
    { lacks: ['multipart'] },
  ),
  client(
    'shell-httpie',
    'Shell',
    'HTTPie',
    'bash',
    async () => (await import('@scalar/snippetz/plugins/shell/httpie')).shellHttpie,
    { readsHeaders: true },
  ),
  client(
    'js-axios',
    'JavaScript',
    'JavaScript axios',
    'javascript',
    async () => (await import('@scalar/snippetz/plugins/js/axios')).jsAxios,
  ),
  client(
    'js-jquery',
    'JavaScript',
    'JavaScript jQuery',
    'javascript',
    async () => (await import('@scalar/snippetz/plugins/js/jquery')).jsJquery,
  ),
  client(
    'js-xhr',
    'JavaScript',
    'JavaScript XHR',
    'javascript',
    async () => (await import('@scalar/snippetz/plugins/js/xhr')).jsXhr,
  ),
  client(
    'node-undici',
    'Node.js',
    'Node.js undici',
    'javascript',
    async () => (await import('@scalar/snippetz/plugins/node/undici')).nodeUndici,
    { lacks: ['form', 'multipart'] },
  ),
  client(
    'python-httpx',
    'Python',
    'Python HTTPX',
    'python',
    async () => (await import('@scalar/snippetz/plugins/python/httpx')).pythonHttpxSync,
    withoutText,
  ),
  client(
    'python-aiohttp',
    'Python',
    'Python aiohttp',
    'python',
    async () => (await import('@scalar/snippetz/plugins/python/aiohttp')).pythonAiohttp,
    { merges: ['form'] },
  ),
  client(
    'python-http',
    'Python',
    'Python http.client',
    'python',
    async () => (await import('@scalar/snippetz/plugins/python/python3')).pythonPython3,
  ),
  client(
    'java-nethttp',
    'Java',
    'Java HttpClient',
    'java',
    async () => (await import('@scalar/snippetz/plugins/java/nethttp')).javaNethttp,
  ),
  client(
    'java-okhttp',
    'Java',
    'Java OkHttp',
    'java',
    async () => (await import('@scalar/snippetz/plugins/java/okhttp')).javaOkhttp,
  ),
  client(
    'java-asynchttp',
    'Java',
    'Java AsyncHttp',
    'java',
    async () => (await import('@scalar/snippetz/plugins/java/asynchttp')).javaAsynchttp,
  ),
  client(
    'java-unirest',
    'Java',
    'Java Unirest',
    'java',
    async () => (await import('@scalar/snippetz/plugins/java/unirest')).javaUnirest,
  ),
  client(
    'kotlin-okhttp',
    'Kotlin',
    'Kotlin OkHttp',
    'kotlin',
    async () => (await import('@scalar/snippetz/plugins/kotlin/okhttp')).kotlinOkhttp,
  ),
  client(
    'csharp-restsharp',
    'C#',
    'C# RestSharp',
    'csharp',
    async () => (await import('@scalar/snippetz/plugins/csharp/restsharp')).csharpRestsharp,
  ),
  client(
    'csharp-httpclient',
    'C#',
    'C# HttpClient',
    'csharp',
    async () => (await import('@scalar/snippetz/plugins/csharp/httpclient')).csharpHttpclient,
    careless,
  ),
  client(
    'fsharp-httpclient',
    'F#',
    'F# HttpClient',
    'fsharp',
    async () => (await import('@scalar/snippetz/plugins/fsharp/httpclient')).fsharpHttpclient,
    { merges: ['form'] },
  ),
  client(
    'php-curl',
    'PHP',
    'PHP cURL',
    'php',
    async () => (await import('@scalar/snippetz/plugins/php/curl')).phpCurl,
    careless,
  ),
  client(
    'php-guzzle',
    'PHP',
    'PHP Guzzle',
    'php',
    async () => (await import('@scalar/snippetz/plugins/php/guzzle')).phpGuzzle,
    { ...careless, merges: ['form'] },
  ),
  client(
    'php-laravel',
    'PHP',
    'PHP Laravel',
    'php',
    async () => (await import('@scalar/snippetz/plugins/php/laravel')).phpLaravel,
    { merges: ['form', 'multipart'] },
  ),
  client(
    'ruby-native',
    'Ruby',
    'Ruby',
    'ruby',
    async () => (await import('@scalar/snippetz/plugins/ruby/native')).rubyNative,
    careless,
  ),
  client(
    'rust-reqwest',
    'Rust',
    'Rust reqwest',
    'rust',
    async () => (await import('@scalar/snippetz/plugins/rust/reqwest')).rustReqwest,
  ),
  client(
    'swift-nsurlsession',
    'Swift',
    'Swift',
    'swift',
    async () => (await import('@scalar/snippetz/plugins/swift/nsurlsession')).swiftNsurlsession,
    careless,
  ),
  client(
    'dart-http',
    'Dart',
    'Dart',
    'dart',
    async () => (await import('@scalar/snippetz/plugins/dart/http')).dartHttp,
    { ...careless, ...withoutText, merges: ['multipart'] },
  ),
  client(
    'objc-nsurlsession',
    'Objective-C',
    'Objective-C',
    'objectivec',
    async () => (await import('@scalar/snippetz/plugins/objc/nsurlsession')).objcNsurlsession,
    careless,
  ),
  client(
    'powershell-restmethod',
    'PowerShell',
    'PowerShell',
    'powershell',
    async () => (await import('@scalar/snippetz/plugins/powershell/restmethod')).powershellRestmethod,
  ),
  client(
    'c-libcurl',
    'C',
    'C libcurl',
    'c',
    async () => (await import('@scalar/snippetz/plugins/c/libcurl')).cLibcurl,
  ),
  client(
    'clojure-clj_http',
    'Clojure',
    'Clojure',
    'clojure',
    async () => (await import('@scalar/snippetz/plugins/clojure/clj_http')).clojureCljhttp,
    { ...careless, merges: ['form'] },
  ),
  client(
    'julia-http',
    'Julia',
    'Julia',
    'julia',
    async () => (await import('@scalar/snippetz/plugins/julia/http')).juliaHttp,
    { merges: ['form', 'multipart'] },
  ),
  client(
    'ocaml-cohttp',
    'OCaml',
    'OCaml',
    'ocaml',
    async () => (await import('@scalar/snippetz/plugins/ocaml/cohttp')).ocamlCohttp,
  ),
  client(
    'r-httr2',
    'R',
    'R httr2',
    'r',
    async () => (await import('@scalar/snippetz/plugins/r/httr2')).rHttr2,
    careless,
  ),
  client(
    'http-http1.1',
    'HTTP',
    'HTTP/1.1',
    'http',
    async () => (await import('@scalar/snippetz/plugins/http/http11')).httpHttp11,
    withoutText,
  ),
]

// What ends a literal in one language or another, or starts a program inside of one.
const RISKY = /['"`\\#$\p{Cc}\u2018-\u201f\u2028\u2029]/u

/** The clients that write all of a request, and can be trusted with its texts. */
export function clientsFor(request: SampleRequest): LibraryClient[] {
  const isTame = textsOf(request).every((text) => !RISKY.test(text))
  const { body } = request
  const kind = body?.kind
  const fields = body?.kind === 'form' || body?.kind === 'multipart' ? body.fields : []
  const isList = new Set(fields.map(([name]) => name)).size < fields.length
  // `Name:@file` is the contents of a file, `Name:=value` JSON, `Name:` no header (https://httpie.io/docs/cli/request-items).
  const isPlain = request.headers.every(([, value]) => /^[^@=]/.test(value))
  if (!HOST.test(absolute(request.url))) return []
  return libraryClients.filter(
    ({ isSafe, lacks, merges, readsHeaders }) =>
      (isSafe || isTame) &&
      (isPlain || !readsHeaders) &&
      (kind === undefined || !(lacks.includes(kind) || (isList && merges.includes(kind)))),
  )
}

function asWriter(plugin: Plugin): Write {
  return (request) => {
    const code = writeExactLiterals(plugin.generate(asHar(request)))
    // Some encode the braces of what is to be filled in.
    const open = request.url.match(/\{[\w-]+\}/g) ?? []
    return open.reduce((text, place) => text.replaceAll(encodeURIComponent(place), place), code)
  }
}

function asHar({ method, url, headers, body }: SampleRequest): HarRequest {
  return {
    method,
    // It may stand in an address and end a literal.
    url: absolute(url).replaceAll("'", '%27'),
    httpVersion: 'HTTP/1.1',
    headers: headers.map(([name, value]) => ({ name, value })),
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: -1,
    ...(body && { postData: postData(body, typeOf(headers)) }),
  }
}

/** The library takes no address without a host, and an API need not name one. */
const absolute = (url: string): string => (url.startsWith('/') ? `https://example.com${url}` : url)

// With a host that is known, since the library parses addresses.
const HOST = /^https?:\/\/[\w.:[\]-]+(?:[/?#]|$)/i

type PostData = NonNullable<HarRequest['postData']>

function postData(body: SampleBody, mimeType: string | undefined): PostData {
  switch (body.kind) {
    case 'json':
      return { mimeType: mimeType ?? 'application/json', text: JSON.stringify(body.value) ?? 'null' }
    case 'text':
      return { mimeType: mimeType ?? 'text/plain', text: body.text }
    case 'file':
      return { mimeType: mimeType ?? 'application/octet-stream', text: 'the contents of the file' }
    default: {
      const isMultipart = body.kind === 'multipart'
      const params = body.fields.map(([name, value, file]) =>
        file === undefined ? { name, value } : { name, fileName: value, ...(file && { contentType: file }) },
      )
      return { mimeType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded', params }
    }
  }
}

const typeOf = (headers: SampleRequest['headers']): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]

/** Every text of a value, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
}
