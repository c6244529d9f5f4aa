// Lets everything be tried through every door for real, and lets nothing stay. Whoever carries the claim `undone` may write as
// anybody does; when the transaction would be committed, with every check behind it, it is refused with words of its own.
import { undone } from './outcome.ts'

/** The claim of a token whose changes are undone. */
export const undoneClaim = 'doors_undo'

export const undoSql = `
create function private.undo_for_doors() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- A call for many projects answers for each, refused ones too: it has counted itself by then, and changed nothing else.
  if tg_table_name = 'throttle' and to_jsonb(new) ->> 'key' like 'governing%' then
    return null;
  end if;
  if coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ? '${undoneClaim}', false) then
    raise exception using errcode = 'PT409', hint = 'CONFLICT', message = '${undone}';
  end if;
  return null;
end
$$;
do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid::regclass from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute format('create constraint trigger undo_for_doors after insert or update or delete on %s
      deferrable initially deferred for each row execute function private.undo_for_doors()', relation);
  end loop;
end
$$;`
