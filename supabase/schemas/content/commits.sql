-- Commits: which states of its files a branch has had, and what the author said of each.

-- # Tables

create table public.commits (
  branch_id bigint not null references public.branches (id) on delete cascade,
  sha text not null constraint check_commits_sha check (sha ~ '^[0-9a-f]{7,64}$'),
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  parent_sha text constraint check_commits_parent_sha check (parent_sha ~ '^[0-9a-f]{7,64}$'),
  message text not null default '' constraint check_commits_message check (length(message) <= 5000),
  author_name text constraint check_commits_author_name check (length(author_name) <= 200),
  author_email text constraint check_commits_author_email check (length(author_email) <= 255),
  author_id bigint references public.users (id) on delete set null,
  committed_at timestamptz,
  analyzed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (branch_id, sha)
);
comment on table public.commits is 'The states of a branch that were analysed, and those that a script has announced. The same commit on two branches is two rows: who reads one branch may not know of the other.';
comment on column public.commits.sha is 'Of the commit in Git; where files came without one, the hash of them all, as in branches.commit_hash.';
comment on column public.commits.author_id is 'Who brought the files, where that was a person here. Name and address are what Git or a script says, and prove nothing.';
comment on column public.commits.analyzed_at is 'When it last became the content of the branch; null for a commit that was announced only.';
create index commits_project_idx on public.commits (project_id, created_at desc, sha);
create index commits_workspace_idx on public.commits (workspace_id);
create index commits_author_idx on public.commits (author_id);
alter table public.commits enable row level security;

-- # Rules

-- Messages and addresses of authors are the team's, as the names of files are: the public reads the documentation.
create policy "Commits are read by full members who read their branch" on public.commits for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
  and exists (select 1 from public.branches b where b.id = commits.branch_id)
);

-- # Calls

create function public.svc_record_commit(p_project_id bigint, p_token_hash text, p_branch_slug text, p_commit jsonb)
returns public.commits
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  recorded public.commits;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  insert into public.commits as c (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at)
  select branch.id, p_commit ->> 'sha', branch.project_id, p.workspace_id, p_commit ->> 'parent_sha',
    coalesce(p_commit ->> 'message', ''), p_commit ->> 'author_name', p_commit ->> 'author_email', (p_commit ->> 'committed_at')::timestamptz
  from public.projects p where p.id = branch.project_id
  -- What was analysed is history: a script adds to it, and rewrites only what it announced itself.
  on conflict (branch_id, sha) do update
    set parent_sha = excluded.parent_sha, message = excluded.message, author_name = excluded.author_name,
      author_email = excluded.author_email, committed_at = excluded.committed_at
    where c.analyzed_at is null;
  -- Of what never became content the newest stay.
  delete from public.commits c
  where c.branch_id = branch.id and c.sha in (
    select old.sha from public.commits old
    where old.branch_id = branch.id and old.analyzed_at is null
    order by old.created_at desc, old.sha offset 200);
  select * into recorded from public.commits c where c.branch_id = branch.id and c.sha = p_commit ->> 'sha';
  return recorded;
end
$$;
comment on function public.svc_record_commit is 'Announces a commit on a branch: for a push, whose CI token still holds, named by its SHA-256. {sha, parent_sha, message, author_name, author_email, committed_at}; answers the row. Of a branch the 200 newest stay that were never analysed.';

create type public.branch_slug as (slug text);
comment on type public.branch_slug is 'A branch by the name that addresses spell it with.';

create type public.commit_item as (
  branch_id bigint, sha text, project_id bigint, parent_sha text, message text, author_name text, author_email text, author_id bigint,
  committed_at timestamptz, analyzed_at timestamptz, created_at timestamptz, branches public.branch_slug);
comment on type public.commit_item is 'A commit with the branch that it is on.';

create type public.commit_page as (items public.commit_item[], total bigint);
comment on type public.commit_page is 'A page of commits, and how many there are in all.';

create function public.svc_commits(p_project_id bigint, p_limit integer, p_offset integer default 0, p_sha text default null)
returns public.commit_page
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    coalesce((
      select array_agg(row(c.branch_id, c.sha, c.project_id, c.parent_sha, c.message, c.author_name, c.author_email, c.author_id,
        c.committed_at, c.analyzed_at, c.created_at, row(c.slug)::public.branch_slug)::public.commit_item
        order by c.created_at desc, c.sha, c.branch_id)
      from (
        select c.*, b.slug from public.commits c join public.branches b on b.id = c.branch_id
        where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)
        order by c.created_at desc, c.sha, c.branch_id
        limit least(greatest(p_limit, 1), 1000) offset greatest(p_offset, 0)) c), '{}'),
    (select count(*) from public.commits c where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)))::public.commit_page
$$;
comment on function public.svc_commits is 'The commits of the project that a CI token is for, the newest first; with p_sha those of that hash.';

-- # Grants

grant select on public.commits to authenticated;
grant execute on function public.svc_record_commit, public.svc_commits to service_role;
