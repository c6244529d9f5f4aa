import { describe, expect, it } from 'vitest'
import { mostRedirects, problemsOfRedirects, readRedirects, redirectOf, withQuery } from './redirects.ts'
import { badLines, goodLines } from './redirects-cases.ts'

const leads = (text: string, path: string) => {
  const led = redirectOf(readRedirects(text).rules, path)
  return led && `${led.status} ${led.to}`
}

describe('a path leads', () => {
  it.each<[string, string, string | null]>([
    ['/a /b', '/a', '301 /b'],
    ['/a /b 302', '/a', '302 /b'],
    ['/a /b 307', '/a', '301 /b'],
    ['a b', '/a', '301 /b'],
    ['/a/ /b/', '/a', '301 /b'],
    ['/a /b', '/a/', '301 /b'],
    ['\t/a \t /b\t302 \r', '/a', '302 /b'],
    ['# /a /b\n\n/a /c', '/a', '301 /c'],
    ['/a /b\n/a /c', '/a', '301 /b'],
    ['/a/* /b/*', '/a/x/y', '301 /b/x/y'],
    ['/a/* /b', '/a/x/y', '301 /b'],
    ['/a/*/c /b/*', '/a/x/c', '301 /b/x'],
    ['/a/* /b', '/a', null],
    ['/a /b', '/ab', null],
    ['/a /b', '/A', null],
    ['/ /docs/pets', '/', '301 /docs/pets'],
    ['/a /b?x=1#y', '/a', '301 /b?x=1#y'],
    ['/ä /b', '/%C3%A4', '301 /b'],
    ['/a /ü', '/a', '301 /%C3%BC'],
    // Chains are walked to their end; one hop for a while is a while.
    ['/a /b\n/b /c 302', '/a', '302 /c'],
    // What the product keeps.
    ['/* /docs/pets', '/api/v1/projects', null],
    ['/* /docs/pets', '/auth', null],
    ['/* /docs/pets', '/ADMIN/settings', null],
    ['/* /docs/pets', '/%61dmin/settings', null],
    ['/* /docs/pets', '/studio/pets', null],
    ['/* /docs/pets', '/%E0%A4%A', null],
    // Whatever is stored: no other host, no circle.
    ['/a /b\n/b /a', '/a', null],
    ['/a /a', '/a', null],
    ['/a/* /a/b/*', '/a/x', null],
    ['/a* /*', '/a//evil.example', null],
    ['/a* /*', '/a/%5Cevil.example', null],
    ['/a* /*', '/ajavascript:alert(1)', null],
    ['/a* /*', '/a/%2e%2e/api', null],
    ['/a //evil.example', '/a', null],
    ['/a https://evil.example', '/a', null],
  ])('%j: %s → %s', (text, path, expected) => {
    expect(leads(text, path)).toBe(expected)
  })
})

describe('a text of redirects', () => {
  it.each(goodLines)('may say %j', (line) => {
    expect(problemsOfRedirects(line)).toEqual([])
  })

  it.each(badLines)('may not say %j, and leads nowhere by it', (line) => {
    expect(problemsOfRedirects(`# first\n${line}`).map((problem) => problem.line)).toEqual([2])
    expect(readRedirects(line).rules).toEqual([])
  })

  it.each<[string, number[]]>([
    ['/a /a', [1]],
    ['/a /a/', [1]],
    ['/a /b\n/b /a', [1, 2]],
    ['/a /b\n/b /c\n/c /a\n/d /e', [1, 2, 3]],
    ['/a/* /a/b/*', [1]],
    ['/* /docs/*', [1]],
    ['/* /docs', [1]],
    ['/x /a\n/a /a?again', [1, 2]],
    ['/a/* /b/*\n/b/* /a/*', [1, 2]],
  ])('%j goes in a circle', (text, lines) => {
    expect(problemsOfRedirects(text)).toEqual(
      lines.map((line) => ({ line, message: 'This redirect leads in a circle.' })),
    )
  })

  const chain = (rules: number) => Array.from({ length: rules }, (_, at) => `/a${at} /a${at + 1}`)
  const tooLong = 'This redirect leads through more than 10 others.'

  it('may lead through ten others, and says that it leads through more', () => {
    expect(problemsOfRedirects(chain(11).join('\n'))).toEqual([])
    expect(problemsOfRedirects(chain(13).join('\n'))).toEqual([
      { line: 1, message: tooLong },
      { line: 2, message: tooLong },
    ])
    // A rule that comes again with less and less ends.
    expect(problemsOfRedirects(`/b /c${'/c'.repeat(12)}\n/c/* /*`)).toEqual([{ line: 1, message: tooLong }])
  })

  it('goes in a circle through more than ten others, too', () => {
    const said = problemsOfRedirects([...chain(14), '/a14 /a0'].join('\n'))
    expect(said).toHaveLength(15)
    expect(new Set(said.map(({ message }) => message))).toEqual(new Set(['This redirect leads in a circle.']))
  })

  it('is searched for circles for a while: what comes later just leads too far', () => {
    const said = problemsOfRedirects([...chain(600), '/x /y', '/y /x'].join('\n'))
    expect(said).toHaveLength(600 - 11 + 2)
    expect(new Set(said.map(({ message }) => message))).toEqual(new Set([tooLong]))
  })

  it('has a bound, and so has what it costs', () => {
    const rule = (index: number) => `/a${index}* /b${index}*`
    const most = Array.from({ length: mostRedirects }, (_, index) => rule(index)).join('\n')
    expect(problemsOfRedirects(most)).toEqual([])
    expect(problemsOfRedirects(`${most}\n/x /y`)).toEqual([
      { line: mostRedirects + 1, message: `There are more than ${mostRedirects} redirects.` },
    ])
    expect(leads(most, `/z${'a'.repeat(8000)}`)).toBe(null)
  })

  it('counts characters as the database does that keeps them', () => {
    expect(leads(`# ${'😀'.repeat(30_000)}\n/oldest /docs/pet-store`, '/oldest')).toBe('301 /docs/pet-store')
  })
})

it.each([
  ['/docs/a', 'x=1', '/docs/a?x=1'],
  ['/docs/a#there', 'x=1', '/docs/a?x=1#there'],
  ['/docs/a?y=2', 'x=1', '/docs/a?y=2'],
  ['/docs/a', '', '/docs/a'],
])('takes what was asked for along: to %s, with %j', (to, query, led) => {
  expect(withQuery(to, query)).toBe(led)
})
