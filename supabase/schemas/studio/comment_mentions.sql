-- Mentions: who is asked for in a comment, what they have not read yet, and their mails. Threads as lists show them.

-- # Tables

create table public.comment_mentions (
  comment_id bigint not null references public.comments (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  thread_id bigint not null references public.comment_threads (id) on delete cascade,
  branch_id bigint not null references public.branches (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (comment_id, user_id)
);
comment on table public.comment_mentions is 'Who is mentioned in a comment, by @ and the username.';
comment on column public.comment_mentions.read_at is 'When that person opened the thread.';
comment on column public.comment_mentions.mailed_at is 'When a mail told them, or was found to be none of theirs any more.';
create index comment_mentions_user_idx on public.comment_mentions (user_id, thread_id);
create index comment_mentions_thread_idx on public.comment_mentions (thread_id);
create index comment_mentions_branch_idx on public.comment_mentions (branch_id);
alter table public.comment_mentions enable row level security;

-- # Rules

create function private.announce_comment_mentions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.comment_threads p on p.id = c.thread_id), to_people_only => true);
  return null;
end
$$;
comment on function private.announce_comment_mentions is 'Whoever is mentioned hears of it, also in sessions for the comment''s workspace alone.';
create trigger announce_insert after insert on public.comment_mentions referencing new table as changed for each statement execute function private.announce_comment_mentions();
create trigger announce_update after update on public.comment_mentions referencing old table as before new table as changed for each statement execute function private.announce_comment_mentions();
create trigger announce_delete after delete on public.comment_mentions referencing old table as changed for each statement execute function private.announce_comment_mentions();

create policy "People see where they are mentioned, while they may read it" on public.comment_mentions for select to authenticated
using (user_id = (select private.current_user_id()) and branch_id in (select private.live_working_copies()));

create function private.reads_live(user_id bigint, branch_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1
    from private.working_copies w
    join public.branches b on b.id = w.branch_id
    join public.projects p on p.id = b.project_id
    join public.project_role_permissions allowed
      on allowed.permission = 'project_unpublished_branch_read' and allowed.role = private.effective_project_role(reads_live.user_id, p.id)
    where w.branch_id = reads_live.branch_id
      and private.studio_mode(p.type, false, true,
        exists (select 1 from public.project_service_accounts a where a.project_id = p.id)
        or exists (
          select 1 from public.project_repositories r
          join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = reads_live.user_id
          where r.project_id = p.id)) = 'readOnly');
end
$$;
comment on function private.reads_live is 'Whether somebody sees what is being written in a working copy: private.studio_access for another than the caller.';

create function private.mentioned_names(text text)
returns setof text
language sql
immutable
set search_path = ''
as $$
  select distinct lower(found[1])
  -- What stands in code is no mention: "@type" of a schema is nobody. With alternatives in it, all of a pattern takes as much
  -- as it can unless it is repeated as little as it can, which is once.
  from regexp_matches(regexp_replace(mentioned_names.text, '(?:```.*?(?:```|$)|`[^`\n]+`){1,1}?', ' ', 'g'), '(?<![A-Za-z0-9_@/.-])@([A-Za-z0-9-]{2,39})(?![A-Za-z0-9-])', 'g') found
$$;
comment on function private.mentioned_names is 'The usernames that a text asks for.';

create function private.keep_mentions(comment_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said public.comments;
  person bigint;
  most constant integer := 20;
  again constant interval := '10 minutes';
begin
  select * into said from public.comments c where c.id = keep_mentions.comment_id;
  if (select count(*) from private.mentioned_names(said.text)) > most then
    perform private.problem('too_many_mentions', params => jsonb_build_object('limit', most));
  end if;
  delete from public.comment_mentions m
  using public.users u
  where m.comment_id = said.id and u.id = m.user_id and u.username not in (select private.mentioned_names(said.text));
  for person in
    insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id)
    select said.id, u.id, said.thread_id, said.branch_id
    from private.mentioned_names(said.text) name
    join public.users u on u.username = name
    join public.workspace_members m on m.workspace_id = said.workspace_id and m.user_id = u.id
    where u.id is distinct from said.author_id and private.reads_live(u.id, said.branch_id)
    on conflict do nothing
    returning user_id
  loop
    -- At once, and what follows in the same thread together, ten minutes after the mail before.
    perform graphile_worker.add_job('mail_mentions', json_build_object('user_id', person, 'thread_id', said.thread_id),
      job_key => 'mentions:' || said.thread_id || ':' || person, job_key_mode => 'preserve_run_at', max_attempts => 5,
      run_at => greatest(now(), again + (
        select max(m.mailed_at) from public.comment_mentions m where m.thread_id = said.thread_id and m.user_id = person)));
  end loop;
end
$$;
comment on function private.keep_mentions is 'Keeps whom a comment mentions: members who see what is being written there, at most 20. Others'' names are only words. Whoever is new to it gets a mail, one a thread within ten minutes.';

create function private.mail_mentions(user_id bigint, thread_id bigint)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  told bigint[];
  thread public.comment_threads;
  address text;
  token text;
  most_a_day constant integer := 50;
begin
  select array_agg(n.comment_id order by n.comment_id) into told
  from (
    select m.comment_id from public.comment_mentions m
    where m.user_id = mail_mentions.user_id and m.thread_id = mail_mentions.thread_id and m.mailed_at is null and m.read_at is null
    for update
  ) n;
  if told is null then
    return false;
  end if;
  select * into thread from public.comment_threads t where t.id = mail_mentions.thread_id;
  -- Whether one goes out or not: what is decided now is not asked again.
  update public.comment_mentions m set mailed_at = now() where m.user_id = mail_mentions.user_id and m.comment_id = any (told);
  select e.email into address
  from public.workspace_members m
  join public.workspaces w on w.id = m.workspace_id and not private.is_locked(w)
  join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = thread.workspace_id and m.user_id = mail_mentions.user_id and m.is_active and m.receive_mentions
    and private.reads_live(m.user_id, thread.branch_id);
  if address is null or private.throttle_hit('mention-mails:' || mail_mentions.user_id, most_a_day, 86400) > 0 then
    return false;
  end if;
  token := private.new_token();
  insert into private.unsubscribe_tokens (token_hash, workspace_id, user_id, kind)
  values (private.token_hash(token), thread.workspace_id, mail_mentions.user_id, 'mentions');
  perform private.enqueue_mail(address, 'mentions', (
    select jsonb_build_object('workspace_id', thread.workspace_id, 'project', p.name, 'slug', p.slug, 'branch', b.name, 'branch_slug', b.slug,
      'thread_id', thread.id, 'unsubscribe_token', token, 'mentions', (
        select jsonb_agg(jsonb_build_object('name', coalesce((private.person(c.author_id)).display_name, 'Deleted user'),
          'said', left(regexp_replace(c.text, '(^|\s)@([A-Za-z0-9-]{2,39})', '\1\2', 'g'), 400)) order by c.id)
        from (select * from public.comments a where a.id = any (told) order by a.id limit 10) c))
    from public.branches b join public.projects p on p.id = b.project_id where b.id = thread.branch_id));
  return true;
end
$$;
comment on function private.mail_mentions is 'Mails somebody what of a thread mentions them and is neither read nor mailed, as one mail, at most 50 a day; nothing to who wants none, or may not read it any more. Answers whether one goes out.';

-- # Calls

create type public.comment_thread as (
  id bigint, document_id uuid, path text, anchor jsonb, quote text, is_resolved boolean, resolved_at timestamptz, resolved_by text,
  created_at timestamptz, last_at timestamptz, count bigint, author_id bigint, author text, avatar_url text, excerpt text, is_mine boolean,
  is_mentioned boolean, unread bigint);
comment on type public.comment_thread is 'A thread in a list: its place, who began it and with what, how many comments there are, whether the caller takes part or is mentioned, and in how many they have not read that.';

create function public.branch_comments(p_branch_id bigint)
returns setof public.comment_thread
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  if (private.studio_access(p_branch_id)).view is distinct from 'live' then
    perform private.problem('branch_not_found');
  end if;
  return query
  select t.id, t.document_id, t.path, t.anchor, t.quote, t.resolved_at is not null, t.resolved_at, (private.person(t.resolved_by)).display_name,
    t.created_at, every.last_at, every.count, first.author_id, (private.person(first.author_id)).display_name,
    (private.person(first.author_id)).avatar_url, left(first.text, 300), every.is_mine, asked.unread is not null, coalesce(asked.unread, 0)
  from public.comment_threads t
  cross join lateral (
    select count(*) as count, max(c.created_at) as last_at, coalesce(bool_or(c.author_id = me), false) as is_mine
    from public.comments c where c.thread_id = t.id) every
  join lateral (select c.author_id, c.text from public.comments c where c.thread_id = t.id order by c.id limit 1) first on true
  left join lateral (
    select count(*) filter (where m.read_at is null) as unread
    from public.comment_mentions m where m.thread_id = t.id and m.user_id = me having count(*) > 0) asked on true
  where t.branch_id = p_branch_id
  order by t.id;
end
$$;
comment on function public.branch_comments is 'All threads of a working copy, at most 1,000, for who sees what is being written in it. A name that is null is that of a deleted account.';

create type public.thread_comment as (
  id bigint, author_id bigint, author text, avatar_url text, text text, created_at timestamptz, edited_at timestamptz, is_mine boolean);
comment on type public.thread_comment is 'A comment with who wrote it; a name that is null is that of a deleted account.';

create function public.thread_comments(p_thread_id bigint)
returns setof public.thread_comment
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
  me constant bigint := private.current_user_id();
begin
  return query
  select c.id, c.author_id, (private.person(c.author_id)).display_name, (private.person(c.author_id)).avatar_url, c.text, c.created_at, c.edited_at,
    coalesce(c.author_id = me, false)
  from public.comments c where c.thread_id = thread.id
  order by c.created_at, c.id;
end
$$;
comment on function public.thread_comments is 'What was said in a thread, at most 200 comments.';

create function public.read_mentions(p_thread_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
begin
  update public.comment_mentions m set read_at = now()
  where m.thread_id = thread.id and m.user_id = private.current_user_id() and m.read_at is null;
end
$$;
comment on function public.read_mentions is 'The caller has read what mentions them in a thread: no mail tells of it any more.';

create type public.mentionable_person as (user_id bigint, username text, display_name text, avatar_url text);
comment on type public.mentionable_person is 'Somebody who can be mentioned.';

create function public.mentionable_people(p_branch_id bigint, p_search text default '')
returns setof public.mentionable_person
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  term constant text := private.like_pattern(left(coalesce(p_search, ''), 100));
  most_asked constant integer := 200;
  most constant integer := 8;
begin
  if (private.studio_access(p_branch_id)).view is distinct from 'live' then
    perform private.problem('branch_not_found');
  end if;
  return query
  select asked.user_id, asked.username, asked.display_name, asked.avatar_url
  from (
    select p.user_id, p.username, p.display_name, p.avatar_url
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    where m.workspace_id = (select w.workspace_id from private.working_copies w where w.branch_id = p_branch_id) and m.is_active
      and m.user_id <> private.current_user_id() and (p.display_name ilike term or p.username ilike term)
    order by p.display_name collate private.natural, p.user_id limit most_asked
  ) asked
  where private.reads_live(asked.user_id, p_branch_id)
  order by asked.display_name collate private.natural, asked.user_id limit most;
end
$$;
comment on function public.mentionable_people is 'Up to eight others who see what is being written in a working copy, by a part of their name; of very many members those first by name.';

create function public.place_comments(p_document_id uuid, p_epoch integer, p_anchors jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  document constant public.documents := private.open_document(p_document_id);
  moved integer;
  most constant integer := 200;
begin
  if (private.studio_access(document.branch_id)).mode <> 'readWrite' then
    perform private.problem('not_allowed_in_project');
  elsif document.epoch is distinct from p_epoch or document.deleted_at is not null then
    perform private.problem('document_was_reset');
  elsif jsonb_typeof(p_anchors) is distinct from 'array' or jsonb_array_length(p_anchors) not between 1 and most
    or exists (
      select 1 from jsonb_array_elements(p_anchors) given
      where jsonb_typeof(given) <> 'object' or jsonb_typeof(given -> 'anchor') is distinct from 'object' or length((given -> 'anchor')::text) > 4000
        or jsonb_typeof(given -> 'id') is distinct from 'number' or (given ->> 'id') !~ '^[0-9]{1,18}$') then
    perform private.problem('anchor_invalid');
  end if;
  update public.comment_threads t set anchor = given.anchor, document_id = document.id, path = document.path
  from jsonb_to_recordset(p_anchors) as given (id bigint, anchor jsonb)
  where t.id = given.id and t.branch_id = document.branch_id and t.anchor <> given.anchor
    and (t.document_id = document.id or t.path = document.path);
  get diagnostics moved = row_count;
  perform private.allow_edits(jsonb_array_length(p_anchors));
  return moved;
end
$$;
comment on function public.place_comments is 'Says where threads were found again in a document, [{id, anchor}]: after it began another epoch, or was made anew at the same path. For who may write it. Answers how many were elsewhere.';

-- # Grants

grant select on public.comment_mentions to authenticated;
grant execute on function
  public.branch_comments, public.thread_comments, public.read_mentions, public.mentionable_people, public.place_comments
to authenticated;
