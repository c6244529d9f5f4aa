// Which rows a client asks for by GET, as PostgREST documents it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
const schema = readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8')
beforeAll(async () => {
  rest = await startRest(schema)
})
afterAll(() => rest.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest.ask(path, { headers, token: rest.serviceKey })
const names = async (filter: string) =>
  (await get(`/projects?select=id&order=id&${filter}`)).json.map((row: { id: number }) => row.id)

describe('filters', () => {
  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2&id=lt.4', [2, 3]],
    ['id=lte.1', [1]],
    ['name=like.*engine*', [1, 2]],
    ['name=like.%25engine', [1]],
    ['name=ilike.*GAMMA*', [3]],
    ['name=match.^[AB]', [1, 2]],
    ['name=imatch.^[ab]', [1, 2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4]],
    ['name=in.("Gamma, \\"quoted\\"",none)', [3]],
    ['budget=is.null', [2]],
    ['budget=is.not_null', [1, 3, 4]],
    ['budget=not.is.null', [1, 3, 4]],
    ['client_id=isdistinct.1', [3, 4]],
    ['tags=cs.{red}', [1, 4]],
    ['tags=cd.{red,blue,x}', [1, 2, 4]],
    ['tags=ov.{blue,x}', [1, 3]],
    ['tags=eq.{}', [2]],
    ['tags=cs.{"gre,en"}', [3]],
    ['data=cs.{"level":7}', [2]],
    ['seats=sl.[10,20)', [1, 2]],
    ['seats=sr.[5,10)', [4]],
    ['seats=nxr.[5,10)', [1, 2]],
    ['seats=nxl.[5,10)', [2, 4]],
    ['seats=adj.[5,6)', [1]],
    ['seats=cs.[2,3]', [1]],
    ['search=fts.engine', [1, 2]],
    ['search=fts(english).search%26engine', [1]],
    ['name=plfts(english).engines', [1, 2]],
    ['name=phfts.search engine', [1]],
    ['name=wfts(english).engine -beta', [1]],
    ['name=not.fts.engine', [3, 4]],
    ['stage=eq(any).{live,done}', [1, 3, 4]],
    ['name=like(any).{Alpha*,Gamma*}', [1, 3]],
    ['name=ilike(all).{*eng*,*of*}', [2]],
    ['id=gt(all).{1,2}', [3, 4]],
    ['data->>level=eq.3', [1]],
    ['data->level=gt.3', [2]],
    ['data->owner->>name=eq.Bob', [2]],
    ['starts_at=gte.2026-01-01T00:00:00Z', [1]],
    ['or=(id.eq.1,id.eq.3)', [1, 3]],
    ['or=(id.eq.1,and(stage.eq.done,budget.not.is.null))', [1, 3]],
    ['not.or=(id.eq.1,id.eq.3)', [2, 4]],
    ['and=(id.gt.1,id.lt.4,not.or(id.eq.2,id.eq.9))', [3]],
    ['or=(name.eq."Gamma, \\"quoted\\"",tags.cs.{red})', [1, 3, 4]],
    ['or=(id.in.(1,2),name.like.*100*)', [1, 2, 4]],
    ['or=( id.eq.1 , and ( id.gt.2 , id.in.( 3 , 9 ) ) )', [1, 3]],
    ['and=(id.gt.1,id.lt.3))', [2]],
    ['id=in.(  )', []],
    ['name=in.("")', []],
    ['id=gt.2&nocache', [3, 4]],
  ])('%s', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })
  it('on booleans know three values', async () => {
    const ids = async (filter: string) =>
      (await get(`/tasks?select=id&order=id&${filter}`)).json.map((row: { id: number }) => row.id)
    expect(await ids('done=is.true')).toEqual([1, 5])
    expect(await ids('done=is.unknown')).toEqual([3])
    expect(await ids('done=not.is.false')).toEqual([1, 3, 5])
  })
  it.each([
    ['id=foo.1', 'PGRST100'],
    ['id=1', 'PGRST100'],
    ['id=is.maybe', 'PGRST100'],
    ['or=(id.eq.1', 'PGRST100'],
    ['or=()', 'PGRST100'],
    ['order=id.sideways', 'PGRST100'],
    ['order=', 'PGRST100'],
    ['select=tasks!inner!left!project_id(id)', 'PGRST100'],
    ['select=id,(', 'PGRST100'],
    ['id=eq.x', '22P02'],
    ['select=id::nosuchtype', '42704'],
  ])('that make no sense are refused: %s', async (query, code) => {
    const answer = await get(`/projects?${query}`)
    expect([answer.status, answer.json.code]).toEqual([400, code])
    expect(Object.keys(answer.json)).toEqual(['code', 'details', 'hint', 'message'])
  })
  it.each([
    ['id=noop.1', 1, 'unexpected "o" expecting "not" or operator (eq, gt, ...)'],
    ['id=eqq.1', 3, 'unexpected "q" expecting operator (eq, gt, ...)'],
    ['id=eq().1', 4, 'unexpected ")" expecting operator (eq, gt, ...)'],
    ['id=in().1', 3, 'unexpected "(" expecting operator (eq, gt, ...)'],
    ['id=is.nix', 5, 'unexpected "i" expecting isVal: (null, not_null, true, false, unknown)'],
    [
      'or=()',
      4,
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['or=(oracle(id.eq.1))', 6, 'unexpected "a" expecting "("'],
    ['or=(not.nor(id.eq.1))', 8, 'unexpected "n" expecting logic operator (and, or)'],
    ['order=id.desk', 4, 'unexpected "d" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.descending', 8, `unexpected 'e' expecting delimiter (.), "," or end of input`],
    ['order=id.asc.nullslasts', 17, `unexpected 's' expecting "," or end of input`],
    ['select=*!x', 2, `unexpected '!' expecting ")", "," or end of input`],
    [
      'select=name!x',
      5,
      `unexpected '!' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input`,
    ],
    [
      'select=data->(x',
      7,
      'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
    ],
    ['select=data->--1', 8, 'unexpected "-" expecting digit'],
  ])('name the place of a mistake and what could stand there: %s', async (query, column, details) => {
    const { json } = await get(`/projects?${query}`)
    expect([json.details, json.message]).toEqual([
      details,
      expect.stringContaining(`(line 1, column ${column})`),
    ])
  })
  it('name the place of a mistake', async () => {
    expect((await get('/projects?id=foo.1')).json).toEqual({
      code: 'PGRST100',
      details: 'unexpected "f" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (foo.1)" (line 1, column 1)',
    })
  })
})
