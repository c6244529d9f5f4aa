-- Comments: threads about a place of a document, kept by what they are about. Where that place is by now, whoever shows the text finds out.

-- # Tables

create table public.comment_threads (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  document_id uuid references public.documents (id) on delete set null,
  path text not null,
  anchor jsonb not null constraint check_comment_threads_anchor check (jsonb_typeof(anchor) = 'object' and length(anchor::text) <= 4000),
  quote text not null default '' constraint check_comment_threads_quote check (length(quote) <= 1000),
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint references public.users (id) on delete set null,
  copied_from bigint references public.comment_threads (id) on delete set null
);
comment on table public.comment_threads is 'Conversations about a place of a document, in the working copy of one branch.';
comment on column public.comment_threads.document_id is 'The document; null once it is purged. The thread stays, and finds a document of the same path.';
comment on column public.comment_threads.path is 'Where that document lies, or last lay.';
comment on column public.comment_threads.anchor is 'What the place is found by, as the Studio writes it: the epoch and two positions of Yjs in it, a path within the description, the text with what stands around it. Nothing in the database reads it.';
comment on column public.comment_threads.quote is 'What stood there when the thread began.';
comment on column public.comment_threads.copied_from is 'Of a version made from another one: the thread there.';
create index comment_threads_branch_idx on public.comment_threads (branch_id);
create index comment_threads_project_idx on public.comment_threads (project_id);
create index comment_threads_workspace_idx on public.comment_threads (workspace_id);
create index comment_threads_document_idx on public.comment_threads (document_id);
create index comment_threads_created_by_idx on public.comment_threads (created_by);
create index comment_threads_resolved_by_idx on public.comment_threads (resolved_by);
create index comment_threads_copied_from_idx on public.comment_threads (copied_from);
alter table public.comment_threads enable row level security;

create table public.comments (
  id bigint generated always as identity primary key,
  thread_id bigint not null references public.comment_threads (id) on delete cascade,
  branch_id bigint not null references public.branches (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  author_id bigint references public.users (id) on delete set null,
  key uuid not null,
  text text not null constraint check_comments_text check (length(text) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
comment on table public.comments is 'What people say in a thread, in Markdown.';
comment on column public.comments.key is 'Chosen by who sends it: sent again, it is the same comment.';
create index comments_thread_idx on public.comments (thread_id, id);
create index comments_branch_idx on public.comments (branch_id);
create index comments_project_idx on public.comments (project_id);
create index comments_workspace_idx on public.comments (workspace_id);
create unique index comments_key_idx on public.comments (author_id, key);
alter table public.comments enable row level security;

-- # Rules

create trigger announce_insert after insert on public.comment_threads referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.comment_threads referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.comment_threads referencing old table as changed for each statement execute function private.announce_of_project();
create trigger announce_insert after insert on public.comments referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.comments referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.comments referencing old table as changed for each statement execute function private.announce_of_project();

create policy "Threads are read by who sees what is being written" on public.comment_threads for select to authenticated
using (branch_id in (select private.live_working_copies()));
create policy "Comments are read by who sees what is being written" on public.comments for select to authenticated
using (branch_id in (select private.live_working_copies()));

create function private.follow_document_path()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.comment_threads t set path = new.path where t.document_id = new.id;
  return null;
end
$$;
comment on function private.follow_document_path is 'Threads know where their document lies, for when it is gone.';
create trigger follow_document_path after update of path on public.documents
  for each row when (old.path is distinct from new.path) execute function private.follow_document_path();

create function private.require_comment_text(text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  wanted constant text := btrim(coalesce(require_comment_text.text, ''), E' \t\r\n');
begin
  if wanted = '' then
    perform private.problem('required', 'text');
  elsif length(wanted) > 10000 then
    perform private.problem('comment_too_long');
  end if;
  return wanted;
end
$$;
comment on function private.require_comment_text is 'What somebody says, as it is kept; refuses nothing and what is too long.';

create function private.allow_comments(caller bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if caller is null then
    perform private.problem('sign_in_first');
  elsif private.throttle_hit('comments:' || caller, 30, 60) > 0 or private.throttle_hit('comments-day:' || caller, 1000, 86400) > 0 then
    perform private.problem('too_many_comments');
  end if;
end
$$;
comment on function private.allow_comments is 'Counts what one person says, changes and resolves: 30 a minute, 1,000 a day.';

create function private.open_thread(thread_id bigint)
returns public.comment_threads
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread public.comment_threads;
begin
  select * into thread from public.comment_threads t where t.id = open_thread.thread_id;
  if thread.id is null or (private.studio_access(thread.branch_id)).view is distinct from 'live' then
    perform private.problem('comment_not_found');
  end if;
  return thread;
end
$$;
comment on function private.open_thread is 'A thread that the caller reads; 404 for any other. Whoever reads what is being written may say something about it.';

create function private.own_comment(comment_id bigint, permission text default null)
returns public.comments
language plpgsql
security definer
set search_path = ''
as $$
declare
  said public.comments;
begin
  select * into said from public.comments c where c.id = own_comment.comment_id for update;
  perform private.open_thread(said.thread_id);
  if said.author_id is distinct from private.current_user_id() and (own_comment.permission is null or not private.can_in_project(said.project_id, own_comment.permission)) then
    perform private.problem('comment_of_another');
  end if;
  return said;
end
$$;
comment on function private.own_comment is 'A comment that the caller wrote, or may treat as theirs by a permission in the project; locked.';

create function private.copy_comments(from_branch_id bigint, to_branch_id bigint)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  bytes bigint;
begin
  insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by, created_at, copied_from)
  select to_branch_id, t.project_id, t.workspace_id, c.id, t.path, t.anchor, t.quote, t.created_by, t.created_at, t.id
  from public.comment_threads t
  left join public.documents c on c.branch_id = to_branch_id and c.path = t.path and c.deleted_at is null
  where t.branch_id = from_branch_id and t.resolved_at is null;
  -- Whom they mention goes along as read and mailed, so that a copy is found when that account is deleted.
  with copied as materialized (
    select c.id as from_id, gen_random_uuid() as key, t.id as thread_id, t.branch_id, c.project_id, c.workspace_id, c.author_id, c.text, c.created_at, c.edited_at
    from public.comment_threads t join public.comments c on c.thread_id = t.copied_from
    where t.branch_id = to_branch_id
  ), made as (
    insert into public.comments (thread_id, branch_id, project_id, workspace_id, author_id, key, text, created_at, edited_at)
    select c.thread_id, c.branch_id, c.project_id, c.workspace_id, c.author_id, c.key, c.text, c.created_at, c.edited_at
    from copied c order by c.from_id
    returning id, key
  )
  insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id, created_at, read_at, mailed_at)
  select made.id, m.user_id, c.thread_id, c.branch_id, m.created_at, coalesce(m.read_at, now()), coalesce(m.mailed_at, now())
  from made join copied c on c.key = made.key join public.comment_mentions m on m.comment_id = c.from_id;
  select coalesce(sum(length(c.text)), 0) into bytes from public.comments c where c.branch_id = to_branch_id;
  return bytes;
end
$$;
comment on function private.copy_comments is 'What is open in a version goes along into one made from it, said by whom and when it was; what is resolved stays where it is. Nobody is told of it. Answers how many letters that are.';

create function private.forget_in_comments(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.comments c set text = left(regexp_replace(c.text, '(?<![a-z0-9_@-])@' || u.username || '(?![a-z0-9-])', '@deleted-user', 'gi'), 10000)
  from public.comment_mentions m, public.users u
  where m.user_id = forget_in_comments.user_id and c.id = m.comment_id and u.id = m.user_id
$$;
comment on function private.forget_in_comments is 'Comments keep what was said to somebody, not who a deleted account was.';

-- # Calls

create type public.comment_place as (thread_id bigint, comment_id bigint);
comment on type public.comment_place is 'A comment and its thread.';

create function private.say(thread public.comment_threads, text text, key uuid)
returns public.comment_place
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant bigint := private.current_user_id();
  made bigint;
  most constant integer := 200;
begin
  if (select count(*) from public.comments c where c.thread_id = thread.id) >= most then
    perform private.problem('thread_full', params => jsonb_build_object('limit', most));
  end if;
  insert into public.comments (thread_id, branch_id, project_id, workspace_id, author_id, key, text)
  values (thread.id, thread.branch_id, thread.project_id, thread.workspace_id, caller, coalesce(say.key, gen_random_uuid()), say.text)
  returning id into made;
  perform private.keep_mentions(made);
  return row(thread.id, made)::public.comment_place;
end
$$;
comment on function private.say is 'Adds a comment to a thread that is locked, of at most 200.';

create function private.said_before(key uuid)
returns public.comment_place
language sql
stable
security definer
set search_path = ''
as $$
  select row(c.thread_id, c.id)::public.comment_place
  from public.comments c where c.author_id = private.current_user_id() and c.key = said_before.key
$$;
comment on function private.said_before is 'The caller''s comment of a key, where its first sending came through.';

create function public.start_comment(p_document_id uuid, p_anchor jsonb, p_quote text, p_text text, p_key uuid default null)
returns public.comment_place
language plpgsql
security definer
set search_path = ''
as $$
declare
  document constant public.documents := private.open_document(p_document_id);
  thread public.comment_threads;
  said constant text := private.require_comment_text(p_text);
  place public.comment_place;
  most constant integer := 1000;
begin
  perform private.allow_comments(private.current_user_id());
  if document.deleted_at is not null then
    perform private.problem('document_deleted');
  elsif jsonb_typeof(p_anchor) is distinct from 'object' or length(p_anchor::text) > 4000 then
    perform private.problem('anchor_invalid');
  end if;
  -- One after the other, so that the bound holds and a key counts once.
  perform 1 from private.working_copies w where w.branch_id = document.branch_id for no key update;
  place := private.said_before(p_key);
  if place.comment_id is not null then
    return place;
  elsif (select count(*) from public.comment_threads t where t.branch_id = document.branch_id) >= most then
    perform private.problem('too_many_threads', params => jsonb_build_object('limit', most));
  end if;
  insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by)
  values (document.branch_id, document.project_id, document.workspace_id, document.id, document.path, p_anchor, left(coalesce(p_quote, ''), 1000),
    private.current_user_id())
  returning * into thread;
  return private.say(thread, said, p_key);
end
$$;
comment on function public.start_comment is 'Begins a thread about a place of a document, at most 1,000 in a working copy. p_key: sent again, it is the same comment.';

create function public.reply_to_thread(p_thread_id bigint, p_text text, p_key uuid default null)
returns public.comment_place
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
  said constant text := private.require_comment_text(p_text);
  place public.comment_place;
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.comment_threads t where t.id = thread.id for no key update;
  if not found then
    perform private.problem('comment_not_found');
  end if;
  place := private.said_before(p_key);
  return case when place.comment_id is not null then place else private.say(thread, said, p_key) end;
end
$$;
comment on function public.reply_to_thread is 'Says something in a thread, at most 200 times. p_key: sent again, it is the same comment.';

create function public.edit_comment(p_comment_id bigint, p_text text)
returns public.comment_place
language plpgsql
security definer
set search_path = ''
as $$
declare
  said constant public.comments := private.own_comment(p_comment_id);
  wanted constant text := private.require_comment_text(p_text);
begin
  perform private.allow_comments(private.current_user_id());
  if wanted <> said.text then
    update public.comments c set text = wanted, edited_at = now() where c.id = said.id;
    perform private.keep_mentions(said.id);
  end if;
  return row(said.thread_id, said.id)::public.comment_place;
end
$$;
comment on function public.edit_comment is 'Says it otherwise: one''s own comments only. Whoever is mentioned for the first time is told.';

create function public.delete_comment(p_comment_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said constant public.comments := private.own_comment(p_comment_id, 'project_update');
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.comment_threads t where t.id = said.thread_id for update;
  delete from public.comments c where c.id = said.id;
  delete from public.comment_threads t where t.id = said.thread_id and not exists (select 1 from public.comments c where c.thread_id = t.id);
end
$$;
comment on function public.delete_comment is 'Takes back one''s own comment, or anybody''s for who administers the project; the last one takes its thread along.';

create function public.resolve_thread(p_thread_id bigint, p_is_resolved boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
begin
  perform private.allow_comments(private.current_user_id());
  update public.comment_threads t
  set resolved_at = case when coalesce(p_is_resolved, true) then now() end,
    resolved_by = case when coalesce(p_is_resolved, true) then private.current_user_id() end
  where t.id = thread.id and (t.resolved_at is not null) is distinct from coalesce(p_is_resolved, true);
end
$$;
comment on function public.resolve_thread is 'Says that a thread is settled, or is not; whoever may say something in it.';

-- # Grants

grant select on public.comment_threads, public.comments to authenticated;
grant execute on function public.start_comment, public.reply_to_thread, public.edit_comment, public.delete_comment, public.resolve_thread to authenticated;
