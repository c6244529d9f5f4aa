-- Flags of a workspace: where it differs from the installation (WAYMARK_FLAGS). Set by `npm run flags`.

-- # Tables

create table private.workspace_flags (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  flag text not null constraint check_workspace_flags_flag
    check (flag in ('auto_invite_committers', 'profitwell_cancellation_flow', 'ssg_disabled')),
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, flag)
);
comment on table private.workspace_flags is 'Switches that are on or off in a workspace, whatever the installation says. Their names are those of _shared/domain/flags.json.';
alter table private.workspace_flags enable row level security;

-- # Rules

create function private.flags_of(workspace_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.flag, f.is_on), '{}') from private.workspace_flags f where f.workspace_id = flags_of.workspace_id
$$;
comment on function private.flags_of is 'The flags that a workspace has of its own, {flag: on}; what is not in it is as the installation has it.';

create function private.set_workspace_flag(workspace_id bigint, flag text, is_on boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  was boolean;
begin
  -- Two operators at once: one after the other, each told with what it found.
  perform 1 from public.workspaces w where w.id = set_workspace_flag.workspace_id for no key update;
  select f.is_on into was from private.workspace_flags f
  where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  if was is not distinct from set_workspace_flag.is_on then
    return;
  elsif set_workspace_flag.is_on is null then
    delete from private.workspace_flags f where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  else
    insert into private.workspace_flags (workspace_id, flag, is_on)
    values (set_workspace_flag.workspace_id, set_workspace_flag.flag, set_workspace_flag.is_on)
    on conflict on constraint workspace_flags_pkey do update set is_on = excluded.is_on, updated_at = now();
  end if;
  perform private.log_activity(workspace_id, 'workspace.flag.changed', jsonb_build_object('flag', flag,
    'old', case was when true then 'on' when false then 'off' else 'default' end,
    'new', case set_workspace_flag.is_on when true then 'on' when false then 'off' else 'default' end));
  -- It comes with the workspace's name, and changes with it on open screens.
  perform private.announce_changes('workspaces', 'UPDATE', 'change',
    array[row(set_workspace_flag.workspace_id, null, null, set_workspace_flag.workspace_id)::private.change]);
end
$$;
comment on function private.set_workspace_flag is 'Turns a flag of a workspace on or off; null: as the installation has it. Tells each change in the activity. Called by `npm run flags`.';
