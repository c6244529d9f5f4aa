// What people are called whom somebody tells of: by the server, for anybody may say anything of themselves.
import { displayName } from '../../../../../supabase/functions/_shared/domain/display-name.ts'
import { supabase, unwrap } from '../../../shared/data/supabase.ts'

/** The names of members, as far as one may read their list. */
export async function namesOf(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const people = await unwrap(
    supabase
      .from('users')
      .select('id,username,first_name,last_name')
      .in('id', [...userIds]),
  )
  return new Map(people.map((person) => [person.id, displayName(person)]))
}
