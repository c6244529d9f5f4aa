-- Changes of branches: which are listed, which one comes first, and which go.

-- # Rules

create function private.branch_slug(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(name, 255)
$$;
comment on function private.branch_slug is 'The slug of a branch: its name, which addresses encode.';

create function private.may_track(project_id bigint, branch_name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.projects p
    left join public.branches b on b.project_id = p.id and b.slug = private.branch_slug(branch_name)
    where p.id = may_track.project_id and (b.is_default or private.feature_allows(p.workspace_id, 'multi_branch')))
$$;
comment on function private.may_track is 'Whether a branch of a project is followed: the default one in every plan, others where the plan has several branches.';

create function private.keep_branch_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
begin
  if new.is_published and not old.is_published and not new.is_default and (select auth.uid()) is not null then
    select p.workspace_id into host_id from public.projects p where p.id = new.project_id;
    perform private.feature_gate(host_id, 'multi_branch');
  end if;
  return new;
end
$$;
comment on function private.keep_branch_rules is 'Listing a branch beside the default one is a feature of the plan, whichever door it comes by.';
create trigger keep_rules before update of is_published on public.branches
  for each row execute function private.keep_branch_rules();

create function private.require_branch(branch_id bigint, permission text)
returns public.branches
language plpgsql
security definer
set search_path = ''
as $$
declare
  found public.branches;
begin
  select * into found from public.branches b where b.id = require_branch.branch_id;
  if found.id is null or not private.can_read_branch(found.id) then
    perform private.problem('branch_not_found');
  end if;
  perform private.require_in_project(found.project_id, permission);
  return found;
end
$$;
comment on function private.require_branch is 'A branch in whose project the caller has a permission; 404 for who may not know it.';

-- # Calls

create function public.set_default_branch(p_branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  -- The project is the lock: of two at once the second sees the first.
  perform private.lock_project_with(branch.project_id, 'project_branch_update');
  update public.branches b set is_default = false, is_published = false where b.project_id = branch.project_id and b.is_default and b.id <> branch.id;
  update public.branches b set is_default = true, is_published = true where b.id = branch.id and not b.is_default;
  update public.projects p set default_branch_id = branch.id where p.id = branch.project_id;
end
$$;
comment on function public.set_default_branch is 'Makes a branch the default one, which is published; the one before is neither from then on.';

create function public.delete_branch(p_branch_id bigint)
returns public.queued_import
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_branch_create_delete');
begin
  perform private.lock_project_with(branch.project_id, 'project_branch_create_delete');
  if (select b.is_default from public.branches b where b.id = branch.id) then
    perform private.problem('default_branch_stays');
  end if;
  return row(private.queue_branch_deletion(branch, 'manual'))::public.queued_import;
end
$$;
comment on function public.delete_branch is 'Queues the removal of a branch with everything in it; the default one stays.';

-- # Grants

grant execute on function public.set_default_branch, public.delete_branch to authenticated;
