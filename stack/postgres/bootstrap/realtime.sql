-- What the Realtime server keeps in a Supabase project: `realtime.messages`, on whose policies private channels
-- are authorised, and the functions by which the database broadcasts.
create role supabase_realtime_admin nologin noinherit noreplication;
create schema realtime;
grant all on schema realtime to supabase_realtime_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role, authenticator, dashboard_user;

-- The hosted platform lets `postgres` write policies on this table through an extension of its own
-- (supautils); here membership in the owner does it.
grant supabase_realtime_admin to postgres;

set local role supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

alter table realtime.messages enable row level security;
grant all on realtime.messages to postgres, dashboard_user;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '');
$$;

-- A broadcast that cannot be written must not undo the change it tells of: it becomes a warning.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(message_id)) end,
    event,
    topic,
    private,
    'broadcast'
  );
exception
  when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
)
returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
exception
  when others then
    raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

-- From here on it is our own: upstream's server reads the WAL and keeps the partitions itself.

-- Tells the server where the message is, never what it says: a notification holds less than 8,000 bytes.
-- Postgres delivers these in the order of the commits, and none of a transaction that was rolled back.
create function realtime.announce_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('realtime_messages', new.id || ' ' || new.inserted_at::text);
  return null;
end
$$;
create trigger announce_message
  after insert on realtime.messages
  for each row when (new.extension = 'broadcast')
  execute function realtime.announce_message();

-- Makes the partitions of yesterday to three days ahead, and drops those whose last message is 72 hours old.
create function realtime.keep_partitions() returns void
language plpgsql
set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  partition name;
begin
  for day in select today + ahead from generate_series(-1, 3) as ahead loop
    partition := to_char(day, '"messages_"YYYY_MM_DD');
    continue when to_regclass('realtime.' || partition) is not null;
    execute format(
      'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      partition, day, day + 1
    );
    execute format('alter table realtime.%I enable row level security', partition);
  end loop;
  for partition in
    select child.relname
      from pg_catalog.pg_inherits
      join pg_catalog.pg_class as child on child.oid = pg_inherits.inhrelid
     where pg_inherits.inhparent = 'realtime.messages'::regclass
       and child.relname < to_char(today - 3, '"messages_"YYYY_MM_DD')
  loop
    execute format('drop table realtime.%I', partition);
  end loop;
end
$$;
revoke execute on function realtime.keep_partitions() from public;

-- What a token may do with a topic: the policies are asked with rows that never stay. Reading is tested on rows
-- that service_role wrote, writing by trying; an error in a policy is a refusal.
create function realtime.probe_topic(topic text, role text, claims text)
returns table (broadcast_read boolean, broadcast_write boolean, presence_read boolean, presence_write boolean)
language plpgsql
set search_path = ''
as $$
declare
  broadcast_id uuid := gen_random_uuid();
  presence_id uuid := gen_random_uuid();
begin
  -- Nothing is kept, so nobody needs to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  broadcast_read := false;
  broadcast_write := false;
  presence_read := false;
  presence_write := false;
  begin
    perform set_config('role', 'service_role', true);
    insert into realtime.messages (id, topic, extension, private)
    values (broadcast_id, topic, 'broadcast', true), (presence_id, topic, 'presence', true);
    perform set_config('realtime.topic', topic, true);
    perform set_config('request.jwt.claims', claims, true);
    perform set_config('role', role, true);
    begin
      select coalesce(bool_or(m.id = broadcast_id), false), coalesce(bool_or(m.id = presence_id), false)
        into broadcast_read, presence_read
        from realtime.messages as m
       where m.id in (broadcast_id, presence_id) and m.inserted_at = now()::timestamp;
    exception
      when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'broadcast', true);
      broadcast_write := true;
    exception
      when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'presence', true);
      presence_write := true;
    exception
      when others then null;
    end;
    raise exception 'undo' using errcode = 'RT000';
  exception
    when sqlstate 'RT000' then null;
  end;
  return next;
end
$$;
revoke execute on function realtime.probe_topic(text, text, text) from public;
grant execute on function realtime.probe_topic(text, text, text) to authenticator;

select realtime.keep_partitions();

reset role;
