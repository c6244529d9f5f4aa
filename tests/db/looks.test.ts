// The look of a workspace: which colours and addresses of pictures a customer's values can be, by the call and by the table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  badPictures,
  drawingInAddress,
  goodPictures,
} from '../../supabase/functions/_shared/domain/picture-addresses-cases.ts'
import { themeKeys } from '../../supabase/functions/_shared/domain/theme.ts'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let place: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  place = await world.aWorkspace('looks')
})
afterAll(() => world.end())

/** What refuses a value at the table, by the call, and to the product itself, which only the constraint holds. */
async function refusals(setting: string, value: unknown) {
  const stored = setting === 'theme' ? JSON.stringify(value) : value
  const table = await world.attempt(
    place.owner,
    `update public.workspaces set ${setting} = $2 where id = $1`,
    [place.id, stored],
  )
  const call = await world.attempt(place.owner, 'select public.update_workspace_settings($1, $2)', [
    place.id,
    JSON.stringify({ [setting]: value }),
  ])
  const itself = await world.db
    .query(`update public.workspaces set ${setting} = $2 where id = $1`, [place.id, stored])
    .then(() => null)
    .catch((error: { code: string }) => error.code)
  return [table.refused, call.refused, itself]
}

const open = [null, null, null]
const shut = ['PT400', 'PT400', '23514']

test.each(Object.entries(themePresets))('the preset %s is a theme', async (_name, preset) => {
  expect(await refusals('theme', preset)).toEqual(open)
})

test('a theme may have some of the colours, or none', async () => {
  for (const key of themeKeys)
    expect([key, await refusals('theme', { [key]: '#A1b2C3' })]).toEqual([key, open])
  expect(await refusals('theme', {})).toEqual(open)
})

test.each(['#f00', '#f00c', '#ff0000', '#ff0000cc'])('a colour may be written as %s', async (colour) => {
  expect(await refusals('theme', { 'color-primary': colour })).toEqual(open)
})

test.each([
  ['another name', { 'color-danger': '#ff0000' }],
  ['a name with CSS in it', { 'color-primary;}body{display:none': '#ff0000' }],
  ['a word', { 'color-primary': 'red' }],
  ['five digits', { 'color-primary': '#ff000' }],
  ['nine digits', { 'color-primary': '#ff0000ccc' }],
  ['CSS behind a colour', { 'color-primary': '#ff0000;background:url(//evil.example)' }],
  ['another line behind a colour', { 'color-primary': '#ff0000\n}' }],
  ['HTML', { 'color-primary': '</style><script>alert(1)</script>' }],
  ['a number', { 'color-primary': 112233 }],
  ['an object', { 'color-primary': { value: '#ff0000' } }],
  ['no colour', { 'color-primary': null }],
])('%s is no theme', async (_name, theme) => {
  expect(await refusals('theme', theme)).toEqual(shut)
})

test('a list is no theme', async () => {
  expect((await refusals('theme', ['#ff0000']))[2]).toBe('23514')
})

test.each(goodPictures)('a logo or favicon may be at %s', async (address) => {
  expect(await refusals('logo_url', address)).toEqual(open)
  expect(await refusals('favicon_url', address)).toEqual(open)
})

test.each(badPictures)('nor is it at %s', async (address) => {
  expect(await refusals('logo_url', address)).toEqual(shut)
  expect(await refusals('favicon_url', address)).toEqual(shut)
})

test('nor is it a drawing in the address itself, for people: one that was there before stays until it is changed', async () => {
  for (const setting of ['logo_url', 'favicon_url']) {
    expect(await refusals(setting, drawingInAddress)).toEqual(['PT400', 'PT400', null])
    const { refused } = await world.attempt(place.owner, 'select public.update_workspace_settings($1, $2)', [
      place.id,
      JSON.stringify({ hide_powered_by: false }),
    ])
    expect(refused).toBe(null)
  }
})

test('pictures are kept by the facade alone, the twenty newest and those that are shown', async () => {
  const hashOf = (at: number) => at.toString(16).padStart(64, '0')
  const keep = (at: number) =>
    world.db.query("select public.svc_keep_picture($1, 'image/png', $2, 'aGk=')", [place.id, hashOf(at)])
  const kept = async (at: number) => {
    const { rows } = await world.db.query('select public.svc_picture($1, $2) as picture', [
      place.id,
      hashOf(at),
    ])
    return rows[0].picture
  }
  await keep(0)
  await keep(1)
  await world.db.query('update public.workspaces set logo_url = $2 where id = $1', [
    place.id,
    `/api/v1/workspaces/w/pictures/${hashOf(0)}`,
  ])
  for (let at = 2; at <= 22; at++) await keep(at)
  expect([await kept(0), await kept(1), await kept(22)]).toEqual([
    { type: 'image/png', content: 'aGk=' },
    null,
    { type: 'image/png', content: 'aGk=' },
  ])
  const viewer = await world.aMember(place.id, 'viewer', 'looking')
  for (const call of [
    `select public.svc_keep_picture(${place.id}, 'image/svg+xml', '${hashOf(50)}', 'aGk=')`,
    `select public.svc_picture(${place.id}, '${hashOf(0)}')`,
    'select * from private.workspace_pictures',
  ])
    expect((await world.attempt(place.owner, call, [])).refused).toBe('42501')
  const ask = (who: Person, kind: string) =>
    world.attempt(who, 'select public.check_picture_upload($1, $2)', [place.id, kind])
  expect([(await ask(viewer, 'logo')).refused, (await ask(place.owner, 'favicon')).refused]).toEqual([
    'PT403',
    null,
  ])
  const frugal = await world.aWorkspace('plain-looks', 'free')
  const refusedOf = async (kind: string) =>
    (await world.attempt(frugal.owner, 'select public.check_picture_upload($1, $2)', [frugal.id, kind]))
      .refused
  expect([await refusedOf('favicon'), await refusedOf('logo')]).toEqual(['PT402', null])
})
