-- Join requests: asking the administrators of a workspace, and their answer.

-- # Tables

create table public.join_requests (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  is_denied boolean not null default false,
  created_at timestamptz not null default now(),
  unique (workspace_id, user_id)
);
comment on table public.join_requests is 'Requests to join; a denied one stays, so that it cannot be made again.';
create index join_requests_user_id_idx on public.join_requests (user_id);
alter table public.join_requests enable row level security;

-- # Rules

create function private.announce_join_requests()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, null, c.user_id, null)::private.change
    from changed c));
  return null;
end
$$;
comment on function private.announce_join_requests is 'The workspace and the person hear of who asks to join it.';
create trigger announce_insert after insert on public.join_requests referencing new table as changed for each statement execute function private.announce_join_requests();
create trigger announce_update after update on public.join_requests referencing old table as before new table as changed for each statement execute function private.announce_join_requests();
create trigger announce_delete after delete on public.join_requests referencing old table as changed for each statement execute function private.announce_join_requests();

create policy "Join requests are seen by who made them and with the members permission" on public.join_requests for select to authenticated
using (
  user_id = (select private.own_account_id())
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);

create function private.request_to_join(workspace_id bigint, user_id bigint, client text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.join_requests;
begin
  if (select w.join_requests_disabled from public.workspaces w where w.id = request_to_join.workspace_id) then
    return 'disabled';
  end if;
  insert into public.join_requests (workspace_id, user_id) values (request_to_join.workspace_id, request_to_join.user_id)
  on conflict on constraint join_requests_workspace_id_user_id_key do nothing;
  if not found then
    select * into held from public.join_requests j
    where j.workspace_id = request_to_join.workspace_id and j.user_id = request_to_join.user_id;
    return case when held.is_denied then 'denied' else 'created' end;
  end if;
  if private.throttle_hit('join:' || user_id, 20, 86400) > 0 then
    perform private.problem('too_many_join_requests_today');
  end if;
  perform private.enqueue_mail(admin.email, 'join_request', jsonb_build_object('workspace_id', request_to_join.workspace_id,
    'user_id', u.id, 'email', mine.email, 'name', private.display_name(u)))
  from public.users u
  join public.emails mine on mine.user_id = u.id and mine.is_primary
  join public.workspace_members m on m.workspace_id = request_to_join.workspace_id
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceMembersApprove'
  join public.emails admin on admin.user_id = m.user_id and admin.is_primary
  where u.id = request_to_join.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.join_request.created', user_id, client, jsonb_build_object('user_id', user_id));
  return 'created';
end
$$;
comment on function private.request_to_join is 'Asks the administrators, once. Created, denied (for good) or disabled.';

-- # Calls

create type public.join_request_email as (email text, "primary" boolean);
comment on type public.join_request_email is 'A confirmed address of somebody who asked to join.';

create type public.join_request_item as (
  id bigint, user_id bigint, username text, full_name text, avatar_url text, emails public.join_request_email[], created_at timestamptz,
  is_denied boolean);
comment on type public.join_request_item is 'Somebody who asked to join.';

create function public.workspace_join_requests(p_workspace_id bigint, p_limit integer default 500, p_offset integer default 0)
returns setof public.join_request_item
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  return query
  select j.id, u.id, u.username, private.display_name(u), u.avatar_url, array(
      select row(e.email, e.is_primary)::public.join_request_email
      from public.emails e where e.user_id = u.id and e.confirmed_at is not null order by e.is_primary desc, e.email),
    j.created_at, j.is_denied
  from public.join_requests j join public.users u on u.id = j.user_id
  where j.workspace_id = p_workspace_id
  order by j.created_at desc, j.id desc
  limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0);
end
$$;
comment on function public.workspace_join_requests is 'Who asked to join, with their confirmed addresses, newest first.';

create function private.decide_join_request(workspace_id bigint, user_id bigint, action text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.join_requests;
  role public.workspace_role;
  template text := 'join_denied';
begin
  select * into held from public.join_requests j
  where j.workspace_id = decide_join_request.workspace_id and j.user_id = decide_join_request.user_id
  for update;
  if not found then
    perform private.problem('join_request_not_found');
  end if;
  if held.is_denied then
    perform private.problem('join_request_denied');
  end if;
  if action = 'deny' then
    update public.join_requests j set is_denied = true where j.id = held.id;
  else
    role := action::public.workspace_role;
    perform private.require_may_invite_at(workspace_id, role);
    perform private.become_member(workspace_id, user_id, role, 'join_request', null);
    delete from public.join_requests j where j.id = held.id;
    template := 'join_approved';
  end if;
  perform private.enqueue_mail(e.email, template, jsonb_strip_nulls(jsonb_build_object('workspace_id', decide_join_request.workspace_id, 'role', role)))
  from public.emails e where e.user_id = decide_join_request.user_id and e.is_primary;
  perform private.log_activity(workspace_id, case template when 'join_approved' then 'workspace.join_request.approved' else 'workspace.join_request.denied' end,
    jsonb_build_object('user_id', user_id, 'user', (private.person(user_id)).display_name, 'role', role));
end
$$;
comment on function private.decide_join_request is 'Approves a request at a role within the caller''s own, or denies it for good; tells who asked.';

create function public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  decision jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceMembersApprove');
  perform private.require_few(case jsonb_typeof(p_decisions) when 'array' then jsonb_array_length(p_decisions) end, 1,
    'requests_answered_at_once', 'decisions');
  for decision in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (decision ->> 'user_id')::bigint, coalesce(decision ->> 'action', ''));
      results := results || private.bulk_success(decision -> 'user_id');
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(decision -> 'user_id', sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.decide_join_requests is 'Answers requests to join: [{user_id, action: deny or a role}], and says of each how it went. Past the plan''s seats none is approved (402).';

-- # Grants

grant select on public.join_requests to authenticated;

grant execute on function public.workspace_join_requests, public.decide_join_requests to authenticated;
