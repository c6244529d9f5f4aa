// The changes that `npm run mutate` makes, and the tests that it shows them to.
import { describe, expect, test } from 'vitest'
import { mutationsOf } from '../mutate/mutations.ts'
import { statementsOf } from '../mutate/statements.ts'
import { testsFor } from '../mutate/tests-for.ts'

const chapter = `-- Doors; who opens them.

create table public.doors (id bigint);
create function private.open_door(door_id bigint)
returns void
language plpgsql
as $$
begin
  perform private.require_key(door_id);
  -- Not this one; if closed then nothing.
  if tries >= 5 and not is_locked then
    perform private.problem('CONFLICT', 409, 'Locked; and closed.');
  end if;
  delete from public.keys k where k.door_id = open_door.door_id and k.made_at between a and b
    and k.at < now() - interval '1 day';
end
$$;
create policy "Doors are seen" on public.doors for select using (id = 1 and true);
create trigger opened after update on public.doors for each row execute function private.open_door();
`

describe('a chapter', () => {
  test('is read as statements, whatever stands in comments, texts and bodies', () => {
    expect(statementsOf(chapter).map(({ kind, name }) => [kind, name])).toEqual([
      [null, ''],
      ['function', 'open_door'],
      ['policy', 'Doors are seen'],
      ['trigger', 'opened'],
    ])
  })

  test('is changed in small ways, each in one line that is named', () => {
    const changes = mutationsOf(chapter).map(({ line, kind, after }) => `${line} ${kind}: ${after}`)
    expect(changes).toEqual([
      '9 guard: null;',
      '11 guard: if false and (tries >= 5 and not is_locked) then',
      '11 negation: if (tries >= 5 and not is_locked) is not true then',
      '11 bound: if tries > 5 and not is_locked then',
      '11 conjunct: if tries >= 5 then',
      '14 conjunct: delete from public.keys k where k.door_id = open_door.door_id',
      '15 conjunct: ;',
      "15 bound: and k.at <= now() - interval '1 day';",
      "15 interval: and k.at < now() - interval '100 day';",
      '18 conjunct: create policy "Doors are seen" on public.doors for select using (id = 1 );',
    ])
  })

  test('is changed by SQL that replaces the whole statement', () => {
    const [first, last] = [mutationsOf(chapter).at(0), mutationsOf(chapter).at(-1)]
    expect(first?.sql).toMatch(/^create or replace function private\.open_door\(.*null;.*\$\$;$/s)
    expect(last?.sql).toBe(
      'drop policy "Doors are seen" on public.doors; create policy "Doors are seen" on public.doors for select using (id = 1 );',
    )
  })
})

test('a change is shown to tests that name it, and then to those that name what stands on it', () => {
  const statements = statementsOf(chapter)
  const tests = [
    { path: 'far.test.ts', text: 'update doors' },
    { path: 'near.test.ts', text: 'select open_door(1)' },
    { path: 'other.test.ts', text: 'windows' },
    { path: 'by-helper.test.ts', text: 'windows', helpers: 'select open_door(1)' },
  ]
  const opening = statements.find(({ name }) => name === 'open_door')
  expect(opening && testsFor(opening, { statements, tests })).toEqual([
    'near.test.ts',
    'by-helper.test.ts',
    'far.test.ts',
  ])
  expect(opening && testsFor(opening, { statements, tests }, 'supabase/schemas/house/far.sql')[0]).toBe(
    'far.test.ts',
  )
})
