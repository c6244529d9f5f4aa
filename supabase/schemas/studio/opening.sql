-- Opening the Studio: the working copy of a branch is made from its files, and follows them when a push or pull changes them.

-- # Rules

create function private.seems_binary(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_image(path) or path ~* '\.(pdf|zip|gz|tgz|jar|woff2?|ttf|otf|eot|mp4|webm|mp3|wav|heic|tiff?|docx?|xlsx?|pptx?)$'
$$;
comment on function private.seems_binary is 'Whether a file is taken for binary until somebody looks into it.';

create function private.make_working_copy(branch public.branches)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  most_files constant integer := 50000;
begin
  if exists (select 1 from private.working_copies w where w.branch_id = branch.id) then
    return;
  end if;
  -- An analysis that swaps files in holds the same lock: it has ended, or will see this copy.
  perform 1 from public.branches b where b.id = branch.id for no key update;
  select * into project from public.projects p where p.id = branch.project_id;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id) on conflict do nothing;
  if not found then
    return;
  end if;
  if (select count(*) from public.branch_files f where f.branch_id = branch.id) > most_files then
    perform private.problem('too_many_documents', params => jsonb_build_object('limit', most_files));
  end if;
  if project.type = 'web' and branch.yjs_document_id is null then
    update public.branches b set yjs_document_id = gen_random_uuid() where b.id = branch.id;
  end if;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, branch.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = branch.id;
  -- What comes next is compared with it.
  if exists (select 1 from public.commits c where c.branch_id = branch.id and c.sha = branch.commit_hash) then
    perform private.keep_commit_files(branch.id, branch.commit_hash);
  end if;
end
$$;
comment on function private.make_working_copy is 'Makes the working copy of a branch where there is none: a document for each of its files, whose text is read when somebody first opens it.';

create function private.follow_branch(branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moved uuid[];
begin
  if not exists (select 1 from private.working_copies w where w.branch_id = follow_branch.branch_id) then
    return;
  end if;
  -- What is unchanged here takes over what the branch has.
  delete from public.documents d
  where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
    and not exists (select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.published_path);
  with taken as (
    update public.documents d set hash = f.hash, size = s.size, eol = 'lf', bom = false,
      kind = case when private.seems_binary(f.path) then 'binary' else 'text' end
    from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
    where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
      and f.branch_id = d.branch_id and f.path = d.published_path and f.hash <> d.hash
    returning d.id)
  select array_agg(t.id) into moved from taken t;
  perform private.begin_epoch(coalesce(moved, '{}'));
  -- What is changed here stays, and says so; so does what took a name that the branch has given to another file.
  update public.documents d set base_moved = there.differs, moved_hash = case when there.differs then there.hash end
  from (
    select c.id, coalesce(taken.hash, f.hash) as hash, taken.hash is not null or f.hash is distinct from c.hash as differs
    from public.documents c
    left join public.branch_files f on f.branch_id = c.branch_id and f.path = coalesce(c.published_path, c.path)
    left join public.branch_files taken on taken.branch_id = c.branch_id and taken.path = c.path and c.path <> c.published_path
      and c.deleted_at is null and not exists (
        select 1 from public.documents o where o.branch_id = c.branch_id and o.published_path = taken.path)
    where c.branch_id = follow_branch.branch_id and (c.changed or c.deleted_at is not null) and (c.hash is not null or f.hash is not null)
  ) there
  where d.id = there.id and (d.base_moved, d.moved_hash) is distinct from (there.differs, case when there.differs then there.hash end);
  -- Alike here and there, as after a commit from here: nothing has moved. Of texts that were opened the compaction finds out.
  update public.documents d set hash = d.moved_hash, published_path = d.path, is_edited = false, base_moved = false, moved_hash = null
  from private.document_sources s
  where d.branch_id = follow_branch.branch_id and d.base_moved and d.deleted_at is null and s.document_id = d.id and s.hash = d.moved_hash
    and not exists (select 1 from private.document_snapshots o where o.document_id = d.id)
    and exists (select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash);
  delete from private.document_sources s using public.documents d
  where s.document_id = d.id and d.branch_id = follow_branch.branch_id and not d.changed;
  if exists (select 1 from public.documents d where d.branch_id = follow_branch.branch_id and d.base_moved and d.is_edited) then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', follow_branch.branch_id),
      job_key => 'compact_documents:' || follow_branch.branch_id, max_attempts => 5);
  end if;
  -- Gone here and there: brought back, they begin with the file that they had.
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, d.hash from public.documents d
  where d.branch_id = follow_branch.branch_id and d.deleted_at is not null and d.base_moved and d.moved_hash is null and d.hash is not null
    and not exists (select 1 from private.document_snapshots s where s.document_id = d.id)
  on conflict do nothing;
  update public.documents d set hash = null, published_path = null, base_moved = false, moved_hash = null
  where d.branch_id = follow_branch.branch_id and d.deleted_at is not null and d.base_moved and d.moved_hash is null;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, b.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f
  join public.branches b on b.id = f.branch_id
  join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = follow_branch.branch_id and not exists (
    select 1 from public.documents d
    where d.branch_id = f.branch_id and (d.published_path = f.path or d.path = f.path and d.deleted_at is null));
end
$$;
comment on function private.follow_branch is 'After a push, pull or import: documents that are as published become what the branch has now (a new epoch), others keep what was typed and say base_moved. For the worker, which holds the branch.';

-- # Calls

create type public.studio_project as (
  id bigint, workspace_id bigint, slug text, name text, type text, flavor text, visibility text, workspace_integration_id bigint);
comment on type public.studio_project is 'The project that is opened in the Studio.';

create type public.studio_branch as (
  id bigint, slug text, name text, is_default boolean, is_published boolean, commit_hash text, last_analyzed_at timestamptz,
  yjs_document_id uuid);
comment on type public.studio_branch is 'The branch that is opened in the Studio.';

create type public.studio_opening as (
  mode text, reason text, message text, project public.studio_project, branch public.studio_branch, can_publish boolean,
  can_create_branch boolean, has_changes boolean, base_moved boolean, view text);
comment on type public.studio_opening is 'How the Studio opens: mode none, readOnly, readWrite, notEditable or connect; why not better, in words; and whether the working copy differs from the branch, or the branch has moved under it. view: live, or published for who sees nothing unpublished.';

create function private.studio_project_named(slug text, workspace_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select p.id
  from public.projects p
  where (p.slug = studio_project_named.slug or exists (
      select 1 from public.project_slugs s where s.workspace_id = p.workspace_id and s.slug = studio_project_named.slug and s.project_id = p.id))
    and (studio_project_named.workspace_id is null or p.workspace_id = studio_project_named.workspace_id)
    and (p.is_open or private.my_project_role(p.id) is not null
      or p.default_branch_id is not null and exists (
        select 1 from public.branches b where b.project_id = p.id and b.id in (select private.shared_branch_ids())))
  order by p.slug = studio_project_named.slug desc, p.id limit 1
$$;
comment on function private.studio_project_named is 'A project that the caller may know, by its slug, one of before included: of a workspace, or of any.';

create function public.open_studio(p_project_slug text, p_branch_slug text default null, p_workspace_id bigint default null)
returns public.studio_opening
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  branch public.branches;
  access private.studio_access;
  opening public.studio_opening;
begin
  opening := row('none', null, null, null, null, false, false, false, false, null)::public.studio_opening;
  select * into project from public.projects p where p.id = private.studio_project_named(p_project_slug, p_workspace_id);
  if project.id is null then
    opening.reason := case when current_setting('request.headers', true)::jsonb ->> 'x-waymark-share' is not null
      and not exists (select 1 from private.shared_branch_ids()) then 'share_ended' else 'project_not_found' end;
    opening.message := private.sentence(opening.reason);
    return opening;
  end if;
  opening.project := row(project.id, project.workspace_id, project.slug, project.name, project.type, project.flavor, project.visibility,
    (select r.workspace_integration_id from public.project_repositories r where r.project_id = project.id))::public.studio_project;
  select * into branch from public.branches b
  where b.project_id = project.id and (p_branch_slug is null and b.id = project.default_branch_id or b.slug = p_branch_slug)
    and private.can_read_branch(b.id);
  if branch.id is null then
    opening.reason := 'branch_not_found';
    opening.message := private.sentence(opening.reason);
    return opening;
  end if;
  access := private.studio_access(branch);
  opening.mode := access.mode;
  opening.view := access.view;
  opening.reason := access.reason;
  opening.message := private.sentence(access.reason);
  if access.view is not null then
    perform private.make_working_copy(branch);
    select * into branch from public.branches b where b.id = branch.id;
    opening.has_changes := access.view = 'live' and exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed);
    opening.base_moved := access.view = 'live' and exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed and d.base_moved);
  end if;
  opening.branch := row(branch.id, branch.slug, branch.name, branch.is_default, branch.is_published, branch.commit_hash,
    branch.last_analyzed_at, branch.yjs_document_id)::public.studio_branch;
  opening.can_publish := access.mode = 'readWrite' and project.type <> 'vcs';
  opening.can_create_branch := access.mode = 'readWrite' and project.type <> 'local'
    and private.can_in_project(project.id, 'project_branch_create_delete');
  return opening;
end
$$;
comment on function public.open_studio is 'Opens a project in the Studio, at its default branch or the one named, and makes the working copy where there is none. What cannot be opened is answered, not refused: the mode says what the screen is.';

-- # Grants

grant execute on function public.open_studio to anon, authenticated;
