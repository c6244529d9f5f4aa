-- Webhook leftovers: what a deleted project leaves at its Git host, until the worker has removed it there.

-- # Tables

create table private.webhook_leftovers (
  id bigint generated always as identity primary key,
  -- Without references: the project is gone, and its workspace may be.
  workspace_id bigint not null,
  project_id bigint not null,
  source jsonb not null constraint check_webhook_leftovers_source check (jsonb_typeof(source) = 'object'),
  created_at timestamptz not null default now()
);
comment on table private.webhook_leftovers is 'Webhooks that are still installed for projects that are gone.';
comment on column private.webhook_leftovers.source is 'The repository with what opened it, encrypted, as svc_project_source had it: all of that goes with the project or its workspace.';
create index webhook_leftovers_created_idx on private.webhook_leftovers (created_at);
alter table private.webhook_leftovers enable row level security;

-- # Rules

create function private.note_webhook()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  noted bigint;
begin
  insert into private.webhook_leftovers (workspace_id, project_id, source)
  select old.workspace_id, old.id, public.svc_project_source(old.id)
  from public.project_repositories r
  where r.project_id = old.id and r.webhook_external_id is not null and r.workspace_integration_id is not null
  returning id into noted;
  if noted is not null then
    perform graphile_worker.add_job('remove_webhook', json_build_object('id', noted),
      queue_name => 'hosts:' || old.workspace_id, job_key => 'remove_webhook:' || noted, max_attempts => 10);
  end if;
  return old;
end
$$;
comment on function private.note_webhook is 'A webhook outlives the rows that name it: whichever door deletes a project, the worker learns what is left, and the deletion waits for no host.';
create trigger note_webhook before delete on public.projects for each row execute function private.note_webhook();

create function private.is_needed_webhook(leftover private.webhook_leftovers)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.project_repositories r
    where r.workspace_integration_id = (leftover.source #>> '{repository,workspace_integration_id}')::bigint
      and r.external_id = leftover.source #>> '{repository,external_id}')
$$;
comment on function private.is_needed_webhook is 'Whether another project has come from the repository since: what does not lead to the deleted one alone may be its own by now.';
