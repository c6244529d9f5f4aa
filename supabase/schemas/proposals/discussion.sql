-- Discussion: threads about a proposal as a whole or a place of a node. They belong to the proposal, so they outlive branch and author.

-- # Tables

create table private.proposal_threads (
  id bigint generated always as identity primary key,
  proposal_id bigint not null references public.proposals (id) on delete cascade,
  node_uri text check (octet_length(node_uri) between 1 and 2000),
  node_name text check (length(node_name) <= 1000),
  pointer text check (length(pointer) <= 2000),
  quote text not null default '' check (length(quote) <= 1000),
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint references public.users (id) on delete set null,
  is_hidden boolean not null default false
);
comment on table private.proposal_threads is 'Conversations about a proposal; with a node and a JSON pointer in its file about that place.';
comment on column private.proposal_threads.quote is 'The change that it is about, in words.';
comment on column private.proposal_threads.is_hidden is 'Whether the node was hidden when it began: it stays for who may change the content, also once the node is compared no more.';
create index proposal_threads_proposal_idx on private.proposal_threads (proposal_id, id);
create index proposal_threads_created_by_idx on private.proposal_threads (created_by);
create index proposal_threads_resolved_by_idx on private.proposal_threads (resolved_by);
alter table private.proposal_threads enable row level security;

create table private.proposal_comments (
  id bigint generated always as identity primary key,
  thread_id bigint not null references private.proposal_threads (id) on delete cascade,
  proposal_id bigint not null references public.proposals (id) on delete cascade,
  author_id bigint references public.users (id) on delete set null,
  key uuid not null,
  text text not null check (length(text) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
comment on table private.proposal_comments is 'What people say in a thread of a proposal, in Markdown.';
comment on column private.proposal_comments.key is 'Chosen by who sends it: sent again, it is the same comment.';
create index proposal_comments_thread_idx on private.proposal_comments (thread_id, id);
create index proposal_comments_proposal_idx on private.proposal_comments (proposal_id);
create unique index proposal_comments_key_idx on private.proposal_comments (author_id, key);
alter table private.proposal_comments enable row level security;

create table private.proposal_mentions (
  comment_id bigint not null references private.proposal_comments (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  primary key (comment_id, user_id)
);
comment on table private.proposal_mentions is 'Who was told that a comment mentions them: nobody is told twice.';
create index proposal_mentions_user_idx on private.proposal_mentions (user_id);
alter table private.proposal_mentions enable row level security;

-- # Rules

create function private.is_hidden_thread(thread private.proposal_threads)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select thread.is_hidden or exists (
    select 1 from private.proposal_nodes n where n.proposal_id = thread.proposal_id and n.uri = thread.node_uri and n.is_hidden)
$$;
comment on function private.is_hidden_thread is 'Whether a thread is about a node that only those see who may change the content.';

create function private.reads_thread(user_id bigint, thread private.proposal_threads)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.reads_proposals(reads_thread.user_id, o.project_id) and (not private.is_hidden_thread(thread) or exists (
    select 1 from public.project_role_permissions allowed
    where allowed.permission = 'project_contents_update' and allowed.role = private.effective_project_role(reads_thread.user_id, o.project_id)))
  from public.proposals o where o.id = thread.proposal_id
$$;
comment on function private.reads_thread is 'Whether somebody reads a thread of a proposal.';

create function private.tell_of_proposal_comment(comment_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said private.proposal_comments;
  thread private.proposal_threads;
  proposal public.proposals;
  mentioned bigint[];
  most constant integer := 20;
begin
  select * into said from private.proposal_comments c where c.id = tell_of_proposal_comment.comment_id;
  select * into thread from private.proposal_threads t where t.id = said.thread_id;
  select * into proposal from public.proposals o where o.id = said.proposal_id;
  if (select count(*) from private.mentioned_names(said.text)) > most then
    perform private.problem('too_many_mentions', params => jsonb_build_object('limit', most));
  end if;
  with told as (
    insert into private.proposal_mentions (comment_id, user_id)
    select said.id, u.id
    from private.mentioned_names(said.text) name
    join public.users u on u.username = name
    join public.workspace_members m on m.workspace_id = proposal.workspace_id and m.user_id = u.id
    where u.id is distinct from said.author_id and private.reads_thread(u.id, thread)
    on conflict do nothing
    returning user_id)
  select array_agg(t.user_id) into mentioned from told t;
  perform private.mail_proposal(proposal.id, 'mentioned', mentioned, jsonb_build_object('said', left(said.text, 400)));
  if said.edited_at is null then
    -- Whoever takes part in the thread, and whose proposal it is, once: who is mentioned has been told.
    perform private.mail_proposal(proposal.id, 'commented', array(
      select distinct p.user_id from (
        select proposal.author_id as user_id
        union all
        select c.author_id from private.proposal_comments c where c.thread_id = said.thread_id) p
      where p.user_id is distinct from said.author_id and p.user_id <> all (coalesce(mentioned, '{}')) and private.reads_thread(p.user_id, thread)
      order by p.user_id limit 50), jsonb_build_object('said', left(said.text, 400)));
  end if;
end
$$;
comment on function private.tell_of_proposal_comment is 'Mails whom a comment mentions, and on its first saying who takes part in its thread.';

create function private.say_of_proposal(thread private.proposal_threads, text text, key uuid, suggestion jsonb)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  made bigint;
  most constant integer := 100;
  most_of_all constant integer := 2000;
begin
  if (select count(*) from private.proposal_comments c where c.thread_id = thread.id) >= most
    or (select count(*) from private.proposal_comments c where c.proposal_id = thread.proposal_id) >= most_of_all then
    perform private.problem('thread_full', params => jsonb_build_object('limit', most));
  end if;
  insert into private.proposal_comments (thread_id, proposal_id, author_id, key, text)
  values (thread.id, thread.proposal_id, private.current_user_id(), coalesce(say_of_proposal.key, gen_random_uuid()), say_of_proposal.text)
  returning id into made;
  perform private.suggest_in_comment(made, thread, suggestion);
  perform private.tell_of_proposal_comment(made);
  perform private.touch_proposal(thread.proposal_id);
  return made;
end
$$;
comment on function private.say_of_proposal is 'Adds a comment to a thread, of at most 100; a proposal has at most 2,000.';

create function private.open_proposal_thread(thread_id bigint)
returns private.proposal_threads
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread private.proposal_threads;
begin
  select t.* into thread from private.proposal_threads t
  where t.id = open_proposal_thread.thread_id and exists (
    select 1 from private.proposals_read() o
    where o.id = t.proposal_id and (not private.is_hidden_thread(t) or private.can_in_project(o.project_id, 'project_contents_update')));
  if thread.id is null then
    perform private.problem('comment_not_found');
  end if;
  -- One after the other, so that bounds hold and a key counts once.
  perform 1 from public.proposals o where o.id = thread.proposal_id for no key update;
  return thread;
end
$$;
comment on function private.open_proposal_thread is 'A thread that the caller reads, locked; 404 for any other.';

create function private.own_proposal_comment(comment_id bigint, permission text default null)
returns private.proposal_comments
language plpgsql
security definer
set search_path = ''
as $$
declare
  said private.proposal_comments;
begin
  select * into said from private.proposal_comments c where c.id = own_proposal_comment.comment_id;
  perform private.open_proposal_thread(said.thread_id);
  select * into said from private.proposal_comments c where c.id = own_proposal_comment.comment_id for update;
  if said.id is null then
    perform private.problem('comment_not_found');
  elsif said.author_id is distinct from private.current_user_id() and (own_proposal_comment.permission is null or not private.can_in_project(
    (select o.project_id from public.proposals o where o.id = said.proposal_id), own_proposal_comment.permission)) then
    perform private.problem('comment_of_another');
  end if;
  return said;
end
$$;
comment on function private.own_proposal_comment is 'A comment that the caller wrote, or may treat as theirs by a permission in the project; locked.';

create function private.forget_in_proposals(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.proposal_comments c
  set text = left(regexp_replace(c.text, '(?<![a-z0-9_@-])@' || u.username || '(?![a-z0-9-])', '@deleted-user', 'gi'), 10000)
  from private.proposal_mentions m, public.users u
  where m.user_id = forget_in_proposals.user_id and c.id = m.comment_id and u.id = m.user_id
$$;
comment on function private.forget_in_proposals is 'Comments keep what was said to somebody, not who a deleted account was.';

-- # Calls

create function public.start_proposal_thread(
  p_proposal_id bigint, p_text text, p_key uuid default null, p_node_uri text default null, p_pointer text default null, p_quote text default '',
  p_suggestion jsonb default null)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  said constant text := private.require_comment_text(p_text);
  thread private.proposal_threads;
  node private.proposal_nodes;
  most constant integer := 300;
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.proposals o where o.id = proposal.id for no key update;
  select t.* into thread from private.proposal_comments c join private.proposal_threads t on t.id = c.thread_id
  where c.author_id = private.current_user_id() and c.key = p_key;
  if thread.id is not null then
    return thread.id;
  elsif (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id) >= most then
    perform private.problem('too_many_threads', params => jsonb_build_object('limit', most));
  end if;
  if p_node_uri is not null then
    select * into node from private.proposal_nodes n where n.proposal_id = proposal.id and n.uri = p_node_uri
      and (not n.is_hidden or private.can_in_project(proposal.project_id, 'project_contents_update')) limit 1;
    if node.uri is null then
      perform private.problem('node_not_found');
    end if;
  end if;
  insert into private.proposal_threads (proposal_id, node_uri, node_name, pointer, quote, created_by, is_hidden)
  values (proposal.id, node.uri, left(node.name, 1000), case when node.uri is not null then left(p_pointer, 2000) end, left(coalesce(p_quote, ''), 1000),
    private.current_user_id(), coalesce(node.is_hidden, false))
  returning * into thread;
  perform private.say_of_proposal(thread, said, p_key, p_suggestion);
  return thread.id;
end
$$;
comment on function public.start_proposal_thread is 'Begins a thread about a proposal, or about a node that it changes and a JSON pointer in its file; answers its id. p_key: sent again, it is the same. p_suggestion, about a node: {original, before, after, replacement} of its file.';

create function public.reply_to_proposal_thread(p_thread_id bigint, p_text text, p_key uuid default null, p_suggestion jsonb default null)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(p_thread_id);
  said constant text := private.require_comment_text(p_text);
  before bigint;
begin
  perform private.allow_comments(private.current_user_id());
  select c.id into before from private.proposal_comments c where c.author_id = private.current_user_id() and c.key = p_key;
  return coalesce(before, private.say_of_proposal(thread, said, p_key, p_suggestion));
end
$$;
comment on function public.reply_to_proposal_thread is 'Says something in a thread; answers the id. p_key: sent again, it is the same comment. p_suggestion: as start_proposal_thread has it.';

create function public.edit_proposal_comment(p_comment_id bigint, p_text text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said constant private.proposal_comments := private.own_proposal_comment(p_comment_id);
  wanted constant text := private.require_comment_text(p_text);
begin
  perform private.allow_comments(private.current_user_id());
  update private.proposal_comments c set text = wanted, edited_at = now() where c.id = said.id and c.text <> wanted;
  if found then
    perform private.tell_of_proposal_comment(said.id);
    perform private.touch_proposal(said.proposal_id);
  end if;
end
$$;
comment on function public.edit_proposal_comment is 'Says it otherwise: one''s own comments only. Whoever is mentioned for the first time is told.';

create function public.delete_proposal_comment(p_comment_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said constant private.proposal_comments := private.own_proposal_comment(p_comment_id, 'project_update');
begin
  perform private.allow_comments(private.current_user_id());
  delete from private.proposal_comments c where c.id = said.id;
  delete from private.proposal_threads t where t.id = said.thread_id and not exists (select 1 from private.proposal_comments c where c.thread_id = t.id);
  perform private.touch_proposal(said.proposal_id);
end
$$;
comment on function public.delete_proposal_comment is 'Takes back one''s own comment, or anybody''s for who administers the project; the last one takes its thread along.';

create function public.resolve_proposal_thread(p_thread_id bigint, p_is_resolved boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(p_thread_id);
begin
  perform private.allow_comments(private.current_user_id());
  update private.proposal_threads t
  set resolved_at = case when coalesce(p_is_resolved, true) then now() end,
    resolved_by = case when coalesce(p_is_resolved, true) then private.current_user_id() end
  where t.id = thread.id and (t.resolved_at is not null) is distinct from coalesce(p_is_resolved, true);
  perform private.touch_proposal(thread.proposal_id);
end
$$;
comment on function public.resolve_proposal_thread is 'Says that a thread is settled, or is not; whoever may say something in it.';

create type public.suggested_text as (
  path text, original text, before text, after text, replacement text, applied_at timestamptz, applied_by text);
comment on type public.suggested_text is 'Another text for a stretch of a file, which is known by its letters and by what stands beside it.';

create type public.proposal_comment as (
  id bigint, author public.person, text text, created_at timestamptz, edited_at timestamptz, is_mine boolean, suggestion public.suggested_text);
comment on type public.proposal_comment is 'A comment of a proposal; suggestion: another text for a stretch of a file.';

create type public.proposal_thread as (
  id bigint, node_uri text, node_name text, pointer text, quote text, path text, line integer, created_at timestamptz,
  resolved_at timestamptz, resolved_by text, comments public.proposal_comment[]);
comment on type public.proposal_thread is 'A thread of a proposal with its comments; path and line of its change, null where there is none any more.';

create function public.proposal_discussion(p_proposal_id bigint)
returns public.proposal_thread[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
begin
  return coalesce((
    select array_agg(row(t.id, t.node_uri, t.node_name, t.pointer, t.quote, n.path,
      (select (c -> 'line')::integer from jsonb_array_elements(n.changes) c where c ->> 'pointer' = t.pointer and c ->> 'line' is not null limit 1),
      t.created_at, t.resolved_at, (private.person(t.resolved_by)).display_name, (
        select array_agg(row(c.id, private.person(c.author_id), c.text, c.created_at, c.edited_at, coalesce(c.author_id = me, false),
          private.shown_suggestion(c.id))::public.proposal_comment order by c.id)
        from private.proposal_comments c where c.thread_id = t.id))::public.proposal_thread order by t.id)
    from private.proposal_threads t
    left join lateral (
      select o.path, o.changes from private.proposal_nodes o
      where o.proposal_id = t.proposal_id and o.uri = t.node_uri and o.operation <> 'removed' limit 1
    ) n on true
    where t.proposal_id = proposal.id and (edits or not private.is_hidden_thread(t))), '{}');
end
$$;
comment on function public.proposal_discussion is 'All threads of a proposal with what was said in them, at most 2,000 comments. An author that is null is a deleted account.';

create function public.proposal_people(p_proposal_id bigint, p_search text default '')
returns setof public.mentionable_person
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  term constant text := private.like_pattern(left(coalesce(p_search, ''), 100));
  most_asked constant integer := 200;
  most constant integer := 8;
begin
  return query
  select asked.user_id, asked.username, asked.display_name, asked.avatar_url
  from (
    select p.user_id, p.username, p.display_name, p.avatar_url
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = proposal.workspace_id and m.is_active and m.user_id <> private.current_user_id()
      and (p.display_name ilike term or p.username ilike term)
    order by p.display_name collate private.natural, p.user_id limit most_asked
  ) asked
  where private.reads_proposals(asked.user_id, proposal.project_id)
  order by asked.display_name collate private.natural, asked.user_id limit most;
end
$$;
comment on function public.proposal_people is 'Up to eight others who read a proposal, by a part of their name: whom to mention, whom to ask for a review.';

-- # Grants

grant execute on function
  public.start_proposal_thread, public.reply_to_proposal_thread, public.edit_proposal_comment, public.delete_proposal_comment,
  public.resolve_proposal_thread, public.proposal_discussion, public.proposal_people
to authenticated;
