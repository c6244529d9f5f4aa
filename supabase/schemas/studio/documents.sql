-- Documents: the files of a working copy, and what is typed into them. The sequence of updates is the truth; all else follows from it.

-- # Tables

create function private.path_key(path text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(normalize(path, NFC) collate private.natural)
$$;
comment on function private.path_key is 'A path as file systems that know neither case nor normal forms see it.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  branch_id bigint not null references public.branches (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  path text not null constraint check_documents_path check (private.is_project_path(path)),
  kind text not null default 'text' check (kind in ('text', 'binary')),
  hash bytea,
  published_path text,
  size bigint not null default 0 check (size >= 0),
  eol text not null default 'lf' check (eol in ('lf', 'crlf')),
  bom boolean not null default false,
  epoch integer not null default 1,
  seq bigint not null default 0,
  is_edited boolean not null default false,
  base_moved boolean not null default false,
  moved_hash bytea,
  waiting_bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references public.users (id) on delete set null,
  deleted_at timestamptz,
  changed boolean not null generated always as (
    case when deleted_at is null then hash is null or is_edited or path is distinct from published_path else hash is not null end) stored,
  is_blocked boolean not null default false,
  -- Purged, a file leaves a document that begins anew: none goes along with it.
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete set null (hash),
  foreign key (workspace_id, moved_hash) references public.files (workspace_id, hash) on delete set null (moved_hash)
);
comment on table public.documents is 'The files of a working copy, as they are edited in the Studio.';
comment on column public.documents.hash is 'Of its file in the branch, as it was last published or pulled; null for one that is new.';
comment on column public.documents.published_path is 'What that file is called; null for one that is new.';
comment on column public.documents.epoch is 'Which text this is: another one begins where a document is set back. Updates are of one epoch.';
comment on column public.documents.seq is 'Of the last update. It grows from epoch to epoch.';
comment on column public.documents.changed is 'Whether publishing would change the branch by it.';
comment on column public.documents.base_moved is 'A push or pull has changed the file in the branch while it was changed here: what the branch has is moved_hash (null: nothing any more).';
comment on column public.documents.is_blocked is 'What was typed into it takes too much work to be put together: nothing more is taken, and nobody opens it, until it is set back or recovered.';
comment on column public.documents.waiting_bytes is 'Of updates since the last snapshot.';
create unique index documents_path_idx on public.documents (branch_id, path) where deleted_at is null;
create index documents_path_key_idx on public.documents (branch_id, private.path_key(path) text_pattern_ops) where deleted_at is null;
create index documents_branch_idx on public.documents (branch_id);
create index documents_changed_idx on public.documents (branch_id) where changed;
create index documents_deleted_idx on public.documents (deleted_at) where deleted_at is not null;
create index documents_project_idx on public.documents (project_id);
create index documents_workspace_idx on public.documents (workspace_id);
create index documents_file_idx on public.documents (workspace_id, hash);
create index documents_moved_file_idx on public.documents (workspace_id, moved_hash);
create index documents_updated_by_idx on public.documents (updated_by);
alter table public.documents enable row level security;

create table private.document_sources (
  document_id uuid primary key references public.documents (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  text text,
  upload text,
  hash bytea,
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade,
  check (num_nonnulls(text, upload, hash) = 1)
);
comment on table private.document_sources is 'What the epoch of a document begins with where that is not its file in the branch: a text, an object of the bucket uploads, or a kept file.';
create index document_sources_file_idx on private.document_sources (workspace_id, hash);
create index document_sources_upload_idx on private.document_sources (upload) where upload is not null;
alter table private.document_sources enable row level security;

create table private.document_snapshots (
  document_id uuid primary key references public.documents (id) on delete cascade,
  epoch integer not null,
  seq bigint not null,
  state bytea not null,
  trimmed_seq bigint not null,
  created_at timestamptz not null default now()
);
comment on table private.document_snapshots is 'The newest snapshot of a text document: the state of its Y.Doc (V2, gzip) after an update. Made by the functions or the worker only: two that both insert the first text double it.';
comment on column private.document_snapshots.trimmed_seq is 'Updates up to this one are not kept any more.';
alter table private.document_snapshots alter column state set storage external;
alter table private.document_snapshots enable row level security;

create table private.document_updates (
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null,
  epoch integer not null,
  key uuid not null,
  author_id bigint references public.users (id) on delete set null,
  update bytea not null check (length(update) <= 2097152),
  created_at timestamptz not null default now(),
  primary key (document_id, seq),
  constraint document_updates_key unique (document_id, key)
);
comment on table private.document_updates is 'What was typed, as updates of Yjs (V1), in the order of their sequence: append-only until a snapshot has held them for seven days.';
create index document_updates_author_idx on private.document_updates (author_id);
alter table private.document_updates enable row level security;

-- # Rules

create function private.announce_documents()
returns trigger
language plpgsql
security definer
set search_path = ''
-- Nothing is known of the rows of a trigger: of 50,000 each would be compared with each.
set enable_nestloop = off
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(null, c.project_id, null, null)::private.change
      from changed c join before b using (id)
      where (c.path, c.kind, c.hash, c.epoch, c.changed, c.base_moved, c.deleted_at, c.is_blocked)
        is distinct from (b.path, b.kind, b.hash, b.epoch, b.changed, b.base_moved, b.deleted_at, b.is_blocked)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select distinct row(null, c.project_id, null, null)::private.change from changed c));
  end if;
  return null;
end
$$;
comment on function private.announce_documents is 'Who hears of a project hears that its files have changed, and not of every key.';
create trigger announce_insert after insert on public.documents referencing new table as changed for each statement execute function private.announce_documents();
create trigger announce_update after update on public.documents referencing old table as before new table as changed for each statement execute function private.announce_documents();
create trigger announce_delete after delete on public.documents referencing old table as changed for each statement execute function private.announce_documents();

create policy "Documents are read with their working copy, by outside readers as published" on public.documents for select to authenticated
using (
  branch_id in (select private.live_working_copies())
  or not changed and deleted_at is null and branch_id in (select private.published_working_copies())
);
create policy "Documents are read as published by who has the link of their branch" on public.documents for select to anon
using (not changed and deleted_at is null and branch_id in (select private.published_working_copies()));

create function private.tell_document(document_id uuid, event text, payload jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'document:' || document_id, true);
exception when others then
  -- The sequence is the truth: whoever misses this asks for what came after theirs.
  raise warning 'No word of document %: %', document_id, sqlerrm;
end
$$;
comment on function private.tell_document is 'Broadcasts to who has a document open.';

create function private.begin_epoch(document_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.document_snapshots s where s.document_id = any (document_ids);
  delete from private.document_updates u where u.document_id = any (document_ids);
  update public.documents d set epoch = d.epoch + 1, waiting_bytes = 0, is_blocked = false, updated_at = now() where d.id = any (document_ids);
  perform private.tell_document(d.id, 'reset', jsonb_build_object('epoch', d.epoch)) from public.documents d where d.id = any (document_ids);
end
$$;
comment on function private.begin_epoch is 'Lets documents begin with another text: what was typed before is of an epoch that is over.';

-- # Grants

grant select (id, branch_id, project_id, workspace_id, path, kind, hash, published_path, size, eol, bom, epoch, seq, changed, base_moved, moved_hash,
  created_at, updated_at, updated_by, deleted_at, is_blocked) on public.documents to anon, authenticated;
