-- Realtime: who hears of a change, and by which line a table tells of its changes.
--
-- A notice says where to look again, never what is there: {table, operation, ids}. What a table may say to whom is one line,
-- beside the table:
--
--   select private.announce('public.groups', workspace => 'c.workspace_id', id => 'c.id');
--
-- `c` is the changed row; `workspace`, `project` and `person` are expressions that give the topics workspace:{id}, project:{id} and
-- user:{id} (null: nobody there), `joins` leads to tables they need. `id` is what the notice may name: leave it out where some of those
-- who hear the topic may not read the row. `columns`: an update of others says nothing. `access`: the person hears the event `access`
-- (renew the token, ask for everything again) instead of `change`. Nodes and tables of contents have no line: the row of their branch
-- changes with them, once an analysis.

-- # Tables

create type private.change as (workspace_id bigint, project_id bigint, person_id bigint, id bigint);

-- # Rules

create function private.hears_topic()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  asked constant text[] := regexp_match(realtime.topic(), '^(workspace|project|user):([1-9][0-9]{0,17})(?::([1-9][0-9]{0,17}))?$');
  asked_id constant bigint := asked[2];
  within_id constant bigint := asked[3];
begin
  return coalesce(case asked[1]
    -- Guests know of what was shared with them and of nothing else, not even that something changed.
    when 'workspace' then within_id is null and asked_id in (select private.workspace_ids_with('WorkspaceFullMember'))
    when 'project' then within_id is null and (private.can_in_project(asked_id, 'project_read')
      or exists (select 1 from public.projects p where p.id = asked_id and p.is_open))
    -- A session for one workspace hears of the account what concerns that workspace: user:{id}:{workspace}.
    when 'user' then case
      when within_id is null then asked_id = private.own_account_id()
      else asked_id = private.current_user_id() and within_id = (private.current_session()).only_workspace_id and private.reaches(within_id)
    end
  end, false);
end
$$;
comment on function private.hears_topic is 'Whether the caller may hear the channel that Realtime asks about (realtime.topic()).';

-- Visitors have no channels, they poll: a public page may have any number of readers. Clients send nothing: there is no policy for insert.
do $policy$
begin
  if to_regclass('realtime.messages') is null then
    raise notice 'Realtime is off: without its table nobody hears of changes, and clients poll.';
    return;
  end if;
  create policy "Notices are heard by who may know the workspace, the project or the account" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and topic = (select realtime.topic()) and (select private.hears_topic()));
end
$policy$;

create function private.send_notice(topic text, event text, relation text, operation text, ids bigint[], sub uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_in_a_transaction constant integer := 10;
  most_remembered constant integer := 4000;
  told constant text := coalesce(current_setting('waymark.told', true), '');
  line constant text := concat_ws(' ', '', topic, event, relation, operation, '');
  times constant integer := (length(told) - length(replace(told, line, ''))) / length(line);
  last_words constant boolean := ids is null or times = most_in_a_transaction - 1;
begin
  -- All of a transaction's notices arrive when it ends: after one that names nothing, further ones would say the same.
  if times >= most_in_a_transaction or position(line || '*' in told) > 0 then
    return;
  end if;
  if length(told) < most_remembered then
    perform set_config('waymark.told', told || line || case when last_words then '*' else '' end, true);
  end if;
  perform realtime.send(
    jsonb_build_object('table', relation, 'operation', operation, 'ids', case when not last_words then to_jsonb(ids) end)
      || case when sub is null then '{}' else jsonb_build_object('sub', sub) end,
    event, topic, true);
end
$$;
comment on function private.send_notice is 'Broadcasts one notice on a private channel; ids null means many, or ones that not everybody who listens may know.';

create function private.tell(relation text, operation text, access boolean, changes private.change[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_ids constant integer := 20;
  most_topics constant integer := 100;
  many_projects constant boolean := (select count(distinct c.project_id) > most_topics from unnest(changes) c);
  many_people constant boolean := (select count(distinct c.person_id) > most_topics from unnest(changes) c);
begin
  if cardinality(changes) = 0 then
    return;
  end if;
  perform private.send_notice('workspace:' || heard.workspace_id, 'change', relation, operation,
    case when heard.known and not many_projects then heard.ids end)
  from (
    select c.workspace_id, bool_and(c.id is not null) and count(distinct c.id) <= most_ids as known, array_agg(distinct c.id) as ids
    from (
      select w.workspace_id, w.id from unnest(changes) w
      union all
      -- Too many projects for a notice each: who is in the workspace hears of them together.
      select p.workspace_id, null from unnest(changes) m join public.projects p on p.id = m.project_id where many_projects
    ) c
    where c.workspace_id is not null
      -- What is deleted along with its workspace or project is told by that deletion.
      and (relation = 'workspaces' or exists (select 1 from public.workspaces w where w.id = c.workspace_id))
    group by c.workspace_id
  ) heard;

  perform private.send_notice('project:' || heard.project_id, 'change', relation, operation, case when heard.known then heard.ids end)
  from (
    select c.project_id, bool_and(named.id is not null) and count(distinct named.id) <= most_ids as known, array_agg(distinct named.id) as ids
    from unnest(changes) c
    cross join lateral (select case when relation = 'projects' then c.project_id else c.id end as id) named
    where c.project_id is not null
      and (relation = 'projects' or exists (select 1 from public.projects p where p.id = c.project_id))
    group by c.project_id
  ) heard
  where not many_projects;

  perform private.send_notice(heard.topic, case when access then 'access' else 'change' end, relation, operation, null)
  from (
    select distinct 'user:' || c.person_id || coalesce(':' || limited.workspace_id, '') as topic
    from unnest(changes) c
    cross join lateral (
      select null::bigint as workspace_id
      union all
      -- Those of the person's sessions that are for the change's workspace only.
      select s.only_workspace_id
      from public.users u join private.sessions s on s.auth_id = u.auth_id
      where u.id = c.person_id and s.only_workspace_id = c.workspace_id
    ) limited
    where c.person_id is not null
      -- Too many people for a notice each: full members hear it on the workspace's topic, guests are told one by one.
      and (not many_people or exists (
        select 1 from public.workspace_members m
        where m.workspace_id = c.workspace_id and m.user_id = c.person_id and m.role = 'guest'))
  ) heard;
  perform private.send_notice('workspace:' || heard.workspace_id, case when access then 'access' else 'change' end, relation, operation, null)
  from (select distinct c.workspace_id from unnest(changes) c where many_people and c.workspace_id is not null) heard;
end
$$;
comment on function private.tell is 'Tells everybody concerned of the rows that one statement changed, in few notices however many rows those are.';

create function private.announce(
  relation regclass, workspace text default 'null', project text default 'null', person text default 'null', id text default 'null',
  joins text default '', columns text default null, access boolean default false, label text default 'announce')
returns void
language plpgsql
set search_path = ''
as $$
declare
  table_name constant text := (select r.relname from pg_catalog.pg_class r where r.oid = relation);
  routine constant text := format('private.%I', label || '_' || table_name);
  key constant text := (
    select string_agg(quote_ident(a.attname), ', ')
    from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = relation and i.indisprimary);
  really_changed constant text := case when columns is null then '' else format(
    'join before b using (%s) %s where (%s) is distinct from (%s)', key, joins,
    'c.' || replace(columns, ', ', ', c.'), 'b.' || replace(columns, ', ', ', b.')) end;
begin
  execute format($routine$
    create function %1$s() returns trigger language plpgsql security definer set search_path = '' as $body$
    begin
      if tg_op = 'UPDATE' then
        perform private.tell(tg_table_name, tg_op, %2$L, array(select row(%3$s)::private.change from changed c %5$s));
      else
        perform private.tell(tg_table_name, tg_op, %2$L, array(select row(%3$s)::private.change from changed c %4$s));
      end if;
      return null;
    exception when others then
      -- Whoever misses a notice sees the change a little later; the change itself must not fail for it.
      raise warning 'No notice of a change of %%: %%', tg_table_name, sqlerrm;
      return null;
    end
    $body$
    $routine$,
    routine, access, concat_ws(', ', workspace, project, person, id), joins,
    case when columns is null then joins else really_changed end);
  execute format('create trigger %I after insert on %s referencing new table as changed for each statement execute function %s()',
    label || '_insert', relation, routine);
  execute format('create trigger %I after update on %s referencing old table as before new table as changed for each statement execute function %s()',
    label || '_update', relation, routine);
  execute format('create trigger %I after delete on %s referencing old table as changed for each statement execute function %s()',
    label || '_delete', relation, routine);
end
$$;
comment on function private.announce is 'Lets a table tell of its changes; the head of this chapter says how.';

-- # Calls

create function public.told_since(p_topics text[], p_seconds integer)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_topics constant integer := 20;
  kept_seconds constant integer := 72 * 3600;
  asked text;
begin
  if cardinality(p_topics) > most_topics then
    perform private.problem('VALIDATION_ERROR', 400, 'Ask about at most 20 channels.', 'p_topics');
  end if;
  if to_regclass('realtime.messages') is null then
    return true;
  end if;
  foreach asked in array coalesce(p_topics, '{}') loop
    perform set_config('realtime.topic', asked, true);
    if private.hears_topic() and exists (
      select 1 from realtime.messages m
      where m.topic = asked and m.extension = 'broadcast' and m.private is true
        and m.inserted_at > localtimestamp - make_interval(secs => least(greatest(p_seconds, 0), kept_seconds))) then
      return true;
    end if;
  end loop;
  return false;
end
$$;
comment on function public.told_since is 'Whether any of these channels was told of a change in the last seconds (72 hours at most): for who read first and listened later. Channels that the caller may not hear are silent.';

-- # Grants

grant execute on function private.hears_topic to authenticated;
grant execute on function public.told_since to authenticated;
