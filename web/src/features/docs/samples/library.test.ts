import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { exactNumber } from '../../../../../analysis/parse/exact-number.ts'
import { ownLanguages } from './code.ts'
import { clientsFor, libraryClients } from './library.ts'
import type { SampleBody, SampleRequest } from './request.ts'

// What would end a literal in one language or another, with a word that must not stand outside of one. \x24 is a dollar.
const nasty =
  'a\'OWN"OWN\\\'OWN\\"OWN"""OWN ’OWN‘OWN `OWN` \x24{OWN} $(OWN) #{OWN} \\(OWN) \\#(OWN) */OWN\n OWN\u2028OWN //'
const line = nasty.replaceAll('\n', ' ')

const bodies: Record<string, SampleBody> = {
  json: { kind: 'json', value: { [nasty]: nasty, list: [nasty, null, true] } },
  text: { kind: 'text', text: nasty },
  form: { kind: 'form', fields: [[nasty, nasty]] },
  multipart: {
    kind: 'multipart',
    fields: [
      [nasty, nasty],
      [line, line, 'image/png'],
    ],
  },
}

const request = (body: SampleBody): SampleRequest => ({
  method: 'POST',
  url: `https://x.test/a?q=${encodeURIComponent(nasty)}'OWN`,
  headers: [['X-A', line]],
  body,
})

const doubleQuoted = /"(?:\\[\s\S]|[^"\\])*"/g
const quoted = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/g

/** How the texts of a language are told from its program; HTTP has no program. */
const literals: Record<string, RegExp[]> = {
  Shell: [/\\'|'[^']*'/g],
  JavaScript: [quoted],
  'Node.js': [quoted],
  Python: [quoted],
  // Two in a row stand for one, and the curved ones count as well.
  PowerShell: [/'(?:['‘’‚‛]{2}|[^'‘’‚‛])*'/g],
  PHP: [/'(?:\\[\s\S]|[^'\\])*'/g],
  'C#': [/"""[\s\S]*?"""/g, doubleQuoted],
  'F#': [/"""[\s\S]*?"""/g, doubleQuoted],
  HTTP: [/[\s\S]+/g],
}

const safe = libraryClients.filter(({ isSafe }) => isSafe)

describe('code samples of the library', () => {
  it('are there in many languages', () => {
    const all = [...ownLanguages, ...libraryClients]
    expect(new Set(all.map(({ group }) => group)).size).toBeGreaterThanOrEqual(12)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
  it.each(safe.flatMap((client) => Object.keys(bodies).map((kind) => [client.id, kind, client] as const)))(
    'keep a hostile text in its literals: %s, %s',
    async (_, kind, { group, load }) => {
      const code = (await load())(request(bodies[kind] as SampleBody))
      const texts = literals[group] ?? [doubleQuoted]
      expect(texts.reduce((rest, literal) => rest.replace(literal, ''), code)).not.toContain('OWN')
      // Where a text is a program in part.
      if (['Kotlin', 'Julia'].includes(group)) expect(code).not.toMatch(/(?<!\\)\$[({]OWN/)
    },
  )
  it('leave out the clients that quote carelessly where that could matter', () => {
    const careless = libraryClients.filter(({ isSafe }) => !isSafe).map(({ id }) => id)
    const base = { method: 'POST', url: 'https://x.test/{id}', headers: [['X-A', 'b']] as [string, string][] }
    const offered = (value: unknown): string[] =>
      clientsFor({ ...base, body: { kind: 'json', value } }).map(({ id }) => id)
    expect(offered({ name: 'Rex', ages: [1, 2] })).toEqual(expect.arrayContaining(careless))
    for (const text of [...'\'"`\\#$\n’“\u2028']) {
      for (const value of [text, { [text]: 1 }, { a: [{ b: text }] }])
        expect(offered(value).filter((id) => careless.includes(id))).toEqual([])
    }
  })
  it.each(libraryClients.map((client) => [client.id, client] as const))(
    'write every kind of body in %s',
    async (_, client) => {
      const write = await client.load()
      const base: SampleRequest = { method: 'PUT', url: 'https://x.test/pets', headers: [['X-A', 'b']] }
      expect(write(base)).toContain('x.test')
      const bodies: [SampleBody, string][] = [
        [{ kind: 'json', value: { name: 'Rex' } }, 'Rex'],
        [{ kind: 'text', text: '<a/>' }, '<a/>'],
        [{ kind: 'form', fields: [['a', 'bcd']] }, 'bcd'],
        [{ kind: 'multipart', fields: [['photo', 'cat.png', 'image/png']] }, 'photo'],
        [{ kind: 'file', name: 'cat.png' }, 'contents of the file'],
      ]
      const written = bodies.filter(([body]) => clientsFor({ ...base, body }).includes(client))
      expect(written.length).toBeGreaterThanOrEqual(3)
      for (const [body, text] of written) expect(write({ ...base, body })).toContain(text)
    },
  )
  it.each(libraryClients.map((client) => [client.id, client] as const))(
    'keep the digits of a number in %s',
    async (_, client) => {
      const value = { id: exactNumber(2 ** 63, '9223372036854775807') }
      const write = await client.load()
      const code = write({
        method: 'PUT',
        url: 'https://x.test',
        headers: [],
        body: { kind: 'json', value },
      })
      expect(code).toMatch(/9223372036854775807/)
      expect(code).not.toMatch(/["'\\]9223372036854775807|\uE000/)
    },
  )
  it.each(libraryClients.map((client) => [client.id, client] as const))(
    'do without a host in %s',
    async (_, client) => {
      const write = await client.load()
      const base: SampleRequest = { method: 'GET', url: '', headers: [] }
      const urls = [
        '/pets/{id}?a=b',
        'pets',
        '',
        '{host}/pets',
        'https://{region}.x.test/pets',
        'https://x.test/{id}',
      ]
      const fit = urls.filter((url) => clientsFor({ ...base, url }).includes(client))
      expect(fit).toEqual(['/pets/{id}?a=b', 'https://x.test/{id}'])
      for (const url of fit) expect(write({ ...base, url })).toContain('{id}')
    },
  )
  it('leave out HTTPie where it would read a header as something else', () => {
    const offered = (value: string) => {
      const headers: [string, string][] = [['X-Handle', value]]
      return clientsFor({ method: 'GET', url: 'https://x.test', headers }).some(
        ({ id }) => id === 'shell-httpie',
      )
    }
    expect(['@/home/me/.netrc', '={"a":1}', '', 'octocat'].map(offered)).toEqual([false, false, false, true])
  })
  it.each(['shell-wget', 'shell-httpie'])('pass a hostile text on unchanged: %s', async (id) => {
    const client = libraryClients.find((one) => one.id === id)
    const code = (await client?.load())?.(request({ kind: 'text', text: nasty }))
    const stubs = ['wget', 'http'].map((name) => `${name}() { printf '%s\\0' "$@"; }`).join('; ')
    expect(execFileSync('sh', ['-c', `${stubs}; ${code}`]).toString()).toContain(nasty)
  })
})

const upload: SampleRequest = {
  method: 'POST',
  url: 'https://x.test/photos',
  headers: [],
  body: {
    kind: 'multipart',
    fields: [
      ['title', 'Rex'],
      ['photo', 'cat.png', 'image/png'],
    ],
  },
}

describe('samples that send files', () => {
  it.each<[string, string, string]>([
    ['curl', "--form 'photo=@cat.png;type=image/png'", "--data-binary '@file'"],
    ['javascript', 'form.append("photo", files[0])', 'body: files[0],'],
    [
      'node',
      'form.append("photo", await openAsBlob("cat.png"), "cat.png")',
      'data: await openAsBlob("file"),',
    ],
    ['python', '"photo": ("cat.png", open("cat.png", "rb"), "image/png"),', 'data=open("file", "rb"),'],
    ['go', 'form.CreateFormFile("photo", "cat.png")', 'os.Open("file")'],
  ])('take them from the disk: %s', (id, part, whole) => {
    const write = ownLanguages.find((language) => language.id === id)?.write
    expect(write?.(upload)).toContain(part)
    expect(write?.({ ...upload, body: { kind: 'file', name: 'file' } })).toContain(whole)
  })
})
