-- Branches: the versions of a project, and the files that were imported into them.

-- # Tables

create function private.is_git_branch(name text)
returns boolean
language sql
immutable
security definer
set search_path = ''
as $$
  select coalesce(length(name) between 1 and 255 and name !~ '[\x01-\x20\x7f~^:?*\[\\]' and name !~ '(^[-/.])|([/.]$)|(\.\.)|(//)|(/\.)|(@\{)|(\.lock(/|$))'
    and name <> '@' and private.is_name(name), false)
$$;
comment on function private.is_git_branch is 'Whether a branch may be called so at a Git host (git-check-ref-format), as one word of a command line, and before people.';

create table public.branches (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  slug text not null constraint check_branches_slug check (private.is_git_branch(slug)),
  is_default boolean not null default false,
  is_published boolean not null default false,
  commit_hash text,
  last_analyzed_at timestamptz,
  yjs_document_id uuid,
  share_enabled boolean not null default false,
  share_token_hash bytea unique,
  baseline_branch_id bigint references public.branches (id) on delete set null,
  article_count integer not null default 0,
  schema_count integer not null default 0,
  api_count integer not null default 0,
  operation_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  share_serial integer not null default 0,
  share_expires_at timestamptz,
  content_hash text,
  unique (project_id, slug),
  unique (id, project_id),
  constraint check_branches_default_is_published check (not is_default or is_published)
);
comment on table public.branches is 'Branches of a project. The default one is published; guests and the public read published ones only.';
comment on column public.branches.article_count is 'Nodes that each of its readers sees, as the three columns beside it: neither internal nor hidden ones, for visitors read the counts too.';
comment on column public.branches.content_hash is 'Of all its files as last analysed: equal hash, equal files.';
create unique index branches_one_default_idx on public.branches (project_id) where is_default;
create index branches_baseline_branch_id_idx on public.branches (baseline_branch_id);
create trigger touch before update on public.branches for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name on public.branches
  for each row execute function private.keep_names('name');
alter table public.branches enable row level security;
create trigger log_change after update of is_published, is_default, share_enabled, share_serial, share_expires_at on public.branches
  for each row execute function private.log_project_part('project.branch', 'is_published is_default share_enabled share_serial share_expires_at');

alter table public.projects
  add foreign key (default_branch_id, id) references public.branches (id, project_id) on delete set null (default_branch_id);

create table public.files (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  size bigint not null check (size >= 0),
  object_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table public.files is 'Files as imported, content-addressed within a workspace; the bytes are in Storage, bucket files, {workspace}/{object_id}.';
comment on column public.files.object_id is 'Storage tells anybody whether an object of a given name exists: the name must not follow from what is in the file.';
create unique index files_object_idx on public.files (workspace_id, object_id);
alter table public.files enable row level security;

create function private.is_project_path(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(path) between 1 and 1000 and not private.has_unseen(path)
    -- No parts that are empty, climb, or are longer than file systems take.
    and path !~ '(^|/)\.{0,2}(/|$)|[^/]{255}[^/]|\\|^[A-Za-z]:'
    -- Git's own folder, as some file systems spell it, too: they drop joiners, dots and blanks at the end, and what follows a colon.
    and regexp_replace(path, '[\u200c\u200d]', '', 'g') !~* '(^|/)(\.git|git~[0-9]+)[\s.]*(:[^/]*)?(/|$)'
$$;
comment on function private.is_project_path is 'Whether a file of a project may be called so, as whoever unpacks an export of it meets it: relative, without climbing, without Git''s own folder in whatever spelling, nothing that nobody sees, at most 1,000 characters and 255 a part.';

create table public.branch_files (
  branch_id bigint not null references public.branches (id) on delete cascade,
  path text not null check (private.is_project_path(path)),
  workspace_id bigint not null,
  hash bytea not null,
  primary key (branch_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table public.branch_files is 'The files of a branch as last analysed.';
create index branch_files_file_idx on public.branch_files (workspace_id, hash);
alter table public.branch_files enable row level security;

-- # Rules

create function private.announce_branches()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, c.project_id, null, case when c.is_published then c.id end)::private.change
    from changed c));
  return null;
end
$$;
comment on function private.announce_branches is 'Who hears of a project hears of its branches; published ones are named.';
create trigger announce_insert after insert on public.branches referencing new table as changed for each statement execute function private.announce_branches();
create trigger announce_update after update on public.branches referencing old table as before new table as changed for each statement execute function private.announce_branches();
create trigger announce_delete after delete on public.branches referencing old table as changed for each statement execute function private.announce_branches();
create trigger still_allowed before update on public.branches
  for each row when (current_user = 'authenticated') execute function private.ask_again('project', 'project_id', 'project_branch_update');

create policy "Published branches are read with the project, others by editors and viewers" on public.branches for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    branches.is_published
    or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
      or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read'))))
  )
));
create policy "Branches are changed with the branch permission" on public.branches for update to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
))
with check (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
));

create policy "Published branches of public projects are read by anyone, all of its workspace by a workspace token" on public.branches for select to anon
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (branches.is_published and p.is_open or p.workspace_id = any (array(select private.token_workspace_ids())))
));

-- Neither security definer nor a search path of its own: so Postgres inlines it into the queries of those who ask.
create function private.branches_read()
returns setof public.branches
language sql
stable
as $$
  select b.* from public.branches b join public.projects p on p.id = b.project_id
  where b.is_published and (
      p.is_open
      or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_published_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_published_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_published_branch_read')))))
    or not b.is_published and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
    or p.workspace_id = any (array(select private.token_workspace_ids()))
$$;
comment on function private.branches_read is 'The branches that the caller reads: what the policies test, for functions that pass by them.';

create function private.can_read_branch(branch_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select 1 from private.branches_read() b where b.id = can_read_branch.branch_id)
    or can_read_branch.branch_id in (select private.shared_branch_ids());
end
$$;
comment on function private.can_read_branch is 'Whether the caller reads a branch, by a right or by its link: for functions that check once for a whole branch.';

create policy "Files are listed by nobody" on public.files for select to authenticated using (false);

-- A file may hold internal nodes alone, and its name then tells of them: files are listed by who reads those.
create policy "Files of a branch are listed by full members who read it" on public.branch_files for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_files.branch_id)
  and workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
);
create policy "OpenAPI and JSON Schema files are listed by workspace tokens" on public.branch_files for select to anon
using (path ~* '\.(json|ya?ml)$' and workspace_id = any (array(select private.token_workspace_ids())));

-- # Grants

grant select (id, project_id, name, slug, is_default, is_published, commit_hash, last_analyzed_at, yjs_document_id, share_enabled,
  baseline_branch_id, article_count, schema_count, api_count, operation_count, created_at, updated_at) on public.branches to anon, authenticated;
grant update (name, is_published) on public.branches to authenticated;
grant select on public.branch_files to anon, authenticated;
