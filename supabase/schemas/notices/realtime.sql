-- Realtime: who hears of a change, and by what a table announces its changes.
--
-- A notice says where to look again, never what is there: {table, operation, ids}. Three triggers announce the changes of a table, once a
-- statement, with all of its rows. Their function says of each row who hears of it, in a private.change: a workspace and a project, whose
-- channels are workspace:{id} and project:{id}, a person, whose channel is user:{id} (null: nobody there), and the id that the notice may
-- name: null where some of those who hear the channel may not read the row. Where the row says that by itself, the function is one of the
-- four below (private.announce_of_workspace and its neighbours); else the table has its own, private.announce_{table}, at the beginning
-- of the rules of its chapter. One that compares with the row before is silent about other columns. People hear the event `access` (renew
-- the token, ask for everything again) where the change moves what they reach, else `change`. Nodes and tables of contents announce
-- nothing: the row of their branch changes with them, once an analysis.
--
-- What happens then: private.announce_changes puts the rows together by who hears of them: a notice for each workspace, each project and
-- each person. It has the ids of the rows where they are at most twenty and each has one; to people it has none. private.send_notice
-- broadcasts it. A transaction says the same (channel, event, table, operation) up to ten times, the tenth without ids: look at all again.
-- One without ids says that already, and ends it: what never names a row is said once. (Of very many different notices it counts the first
-- ones only: the others are sent every time.)
--
-- Beyond a hundred projects a statement tells their workspaces instead: guests, who do not hear those, hear nothing then and see it when
-- they ask again. Beyond a hundred people it tells their workspaces, by the event that was meant for the people, and guests each by
-- themselves. Of rows in no workspace (addresses, connected accounts), and of those that are told to people only (to_people_only: pins,
-- stars, mentions), nobody hears then.
--
-- A session for one workspace hears user:{id}:{workspace} in place of user:{id}: what tells a person and names a workspace. Of pins, stars
-- and mentions that is the workspace of their project, though its channel does not hear of them; of addresses there is none.

-- # Tables

create type private.change as (workspace_id bigint, project_id bigint, person_id bigint, id bigint);
comment on type private.change is 'A changed row: in which workspace and project, whose it is, and the id that a notice may name.';

-- # Rules

create function private.hears_topic()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  topic constant text[] := regexp_match(realtime.topic(), '^(workspace|project|user|document|studio):([0-9a-f-]{1,36})(?::([1-9][0-9]{0,17}))?$');
  topic_id constant bigint := substring(topic[2] from '^[1-9][0-9]{0,17}$');
  within_id constant bigint := topic[3];
begin
  return coalesce(case topic[1]
    when 'document' then private.hears_working_copy(realtime.topic())
    when 'studio' then private.hears_working_copy(realtime.topic())
    -- Guests know of what was shared with them and of nothing else, not even that something changed.
    when 'workspace' then within_id is null and topic_id in (select private.workspace_ids_with('WorkspaceFullMember'))
    when 'project' then within_id is null and private.knows_project(topic_id)
    -- A session for one workspace hears of the account what concerns that workspace: user:{id}:{workspace}.
    when 'user' then case
      when within_id is null then topic_id = private.own_account_id()
      else topic_id = private.current_user_id() and within_id = (private.current_session()).only_workspace_id and private.reaches(within_id)
    end
  end, false);
end
$$;
comment on function private.hears_topic is 'Whether the caller may hear the channel that Realtime asks about (realtime.topic()).';

-- Visitors have no channels, they poll: a public page may have any number of readers. Clients send nothing but where they are in a working
-- copy (studio/access.sql).
-- Where Realtime is off there is no such table: the migration makes the policy only where the table is.
create policy "Notices are heard by who may know the workspace, the project or the account" on realtime.messages for select to authenticated
using (extension = 'broadcast' and topic = (select realtime.topic()) and (select private.hears_topic()));

create function private.send_notice(topic text, event text, relation text, operation text, ids bigint[], sub uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_a_transaction constant integer := 10;
  most_remembered constant integer := 4000;
  notice constant text := concat_ws(' ', topic, event, relation, operation);
  -- How often this transaction has sent which notice: a setting that ends with it.
  sent constant jsonb := coalesce(nullif(current_setting('waymark.notices_sent', true), ''), '{}');
  times constant integer := coalesce((sent ->> notice)::integer, 0) + 1;
  names_rows constant boolean := ids is not null and times < most_a_transaction;
begin
  if times > most_a_transaction then
    return;
  end if;
  if length(sent::text) < most_remembered then
    -- All notices of a transaction arrive at its end: after one that names no rows, another would say nothing new. So it is kept as the
    -- last of ten, and later ones are skipped.
    perform set_config('waymark.notices_sent',
      (sent || jsonb_build_object(notice, case when names_rows then times else most_a_transaction end))::text, true);
  end if;
  perform realtime.send(
    jsonb_build_object('table', relation, 'operation', operation, 'ids', case when names_rows then to_jsonb(ids) end)
      || case when sub is null then '{}' else jsonb_build_object('sub', sub) end,
    event, topic, true);
end
$$;
comment on function private.send_notice is 'Broadcasts one notice on a private channel. Without ids it means many rows, or ones that not everybody who listens may know; sub: the credential whose channels the embedded Realtime asks the policies about again; an event access without it makes it ask about everybody''s (stack/realtime/recheck.ts).';

-- In plpgsql, which keeps its plans: these run with nearly every change, and a function in SQL is planned at each call.
create function private.announce_to_workspaces(relation text, operation text, changes private.change[], names_rows boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.send_notice('workspace:' || changed.workspace_id, 'change', relation, operation, case when names_rows and changed.are_few then changed.ids end)
  from (
    select c.workspace_id, bool_and(c.id is not null) and count(distinct c.id) <= 20 as are_few, array_agg(distinct c.id) as ids
    from unnest(changes) c
    where c.workspace_id is not null
      -- What is deleted along with its workspace is announced by that deletion.
      and (relation = 'workspaces' or exists (select 1 from public.workspaces w where w.id = c.workspace_id))
    group by c.workspace_id
  ) changed;
end
$$;
comment on function private.announce_to_workspaces is 'One notice a workspace, with the ids of its rows where those are at most 20 and may be named, else without.';

create function private.announce_to_projects(relation text, operation text, changes private.change[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.send_notice('project:' || changed.project_id, 'change', relation, operation, case when changed.are_few then changed.ids end)
  from (
    select c.project_id, bool_and(named.id is not null) and count(distinct named.id) <= 20 as are_few, array_agg(distinct named.id) as ids
    from unnest(changes) c
    -- Whoever hears a project's channel knows the project.
    cross join lateral (select case when relation = 'projects' then c.project_id else c.id end as id) named
    where c.project_id is not null
      and (relation = 'projects' or exists (select 1 from public.projects p where p.id = c.project_id))
    group by c.project_id
  ) changed;
end
$$;
comment on function private.announce_to_projects is 'One notice a project, with the ids of its rows where those are at most 20 and may be named, else without.';

create function private.announce_to_people(relation text, operation text, event text, changes private.change[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.send_notice(heard.topic, event, relation, operation, null)
  from (
    select 'user:' || c.person_id as topic from unnest(changes) c where c.person_id is not null
    union
    -- Those of the person's sessions that are for the change's workspace only.
    select 'user:' || c.person_id || ':' || s.only_workspace_id
    from unnest(changes) c
    join public.users u on u.id = c.person_id
    join private.sessions s on s.auth_id = u.auth_id and s.only_workspace_id = c.workspace_id
  ) heard;
end
$$;
comment on function private.announce_to_people is 'One notice a person, and another for their sessions for the workspace of the change alone; without ids.';

create function private.announce_changes(relation text, operation text, person_event text, changes private.change[], to_people_only boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_topics constant integer := 100;
  many_projects constant boolean := (select count(distinct c.project_id) > most_topics from unnest(changes) c);
  many_people constant boolean := (select count(distinct c.person_id) > most_topics from unnest(changes) c);
begin
  if cardinality(changes) = 0 then
    return;
  end if;
  if to_people_only then
    null;
  elsif not many_projects then
    perform private.announce_to_workspaces(relation, operation, changes, true);
    perform private.announce_to_projects(relation, operation, changes);
  else
    -- Too many for a notice each: whoever is in their workspaces hears of all of them together.
    perform private.announce_to_workspaces(relation, operation, changes || array(
      select distinct row(p.workspace_id, null, null, null)::private.change
      from unnest(changes) c join public.projects p on p.id = c.project_id), false);
  end if;
  if not many_people then
    perform private.announce_to_people(relation, operation, person_event, changes);
  elsif not to_people_only then
    -- Too many for a notice each: full members hear it on the workspace's channel, guests, who do not hear that, by themselves.
    perform private.announce_to_people(relation, operation, person_event, array(
      select c from unnest(changes) c
      join public.workspace_members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id and m.role = 'guest'));
    perform private.send_notice('workspace:' || heard.workspace_id, person_event, relation, operation, null)
    from (select distinct c.workspace_id from unnest(changes) c where c.workspace_id is not null) heard;
  end if;
exception when others then
  -- Whoever misses a notice sees the change a little later; the change itself must not fail for it.
  raise warning 'No notice of a change of %: %', relation, sqlerrm;
end
$$;
comment on function private.announce_changes is 'Announces the rows that one statement changed to everybody concerned, in few notices however many rows those are. to_people_only: the workspace of a row says only which sessions of its person hear of it.';

create function private.announce_of_workspace()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.workspace_id, null, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_of_workspace is 'A row of a workspace, without its id: not everybody who hears of it may read it.';

create function private.announce_of_workspace_by_id()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.workspace_id, null, null, c.id)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_of_workspace_by_id is 'A row of a workspace, by its id.';

create function private.announce_of_project()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_of_project is 'A row of a project, without its id: not everybody who hears of it may read it.';

create function private.announce_of_person()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, null, c.user_id, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_of_person is 'A row of a person''s account, who alone hears of it: not in sessions for one workspace, which reach nothing of the account.';

-- # Calls

create function public.has_notices_since(p_topics text[], p_seconds integer)
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
    perform private.problem('too_many_channels');
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
comment on function public.has_notices_since is 'Whether any of these channels had a notice in the last seconds (72 hours at most): for who read first and listened later. Channels that the caller may not hear are silent.';

-- # Grants

grant execute on function private.hears_topic to authenticated;
grant execute on function public.has_notices_since to authenticated;
