-- What the Realtime server here needs beside upstream's schema, and what upstream added to it later: a data folder may
-- hold the chapter before without any of this.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    -- Nothing is published; a project's migrations may still name the tables they would have published.
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end
$$;

set local role supabase_realtime_admin;

alter table realtime.messages
  add column if not exists binary_payload bytea,
  add column if not exists skip_broadcast boolean not null default false,
  alter column updated_at set default timezone('utc', now()),
  alter column inserted_at set default timezone('utc', now());
alter table realtime.messages drop constraint if exists messages_payload_exclusive;
alter table realtime.messages add constraint messages_payload_exclusive
  check (payload is null or binary_payload is null);

create or replace function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
)
returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- From here on it is our own: upstream's server reads the WAL and keeps the partitions itself.

-- Tells the server where the message is, never what it says: a notification holds less than 8,000 bytes.
-- Postgres delivers these in the order of the commits, and none of a transaction that was rolled back.
create or replace function realtime.announce_message() returns trigger
language plpgsql
set search_path = ''
set datestyle = 'ISO'
as $$
begin
  perform pg_notify('realtime_messages', new.id || ' ' || new.inserted_at::text);
  return null;
end
$$;
drop trigger if exists announce_message on realtime.messages;
create trigger announce_message
  after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and not new.skip_broadcast)
  execute function realtime.announce_message();

-- Makes the partitions of yesterday to three days ahead, and drops those whose last message is 72 hours old.
create or replace function realtime.keep_partitions() returns void
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

-- For the rest of the transaction the policies see this topic, this role and these claims.
create or replace function realtime.speak_for(topic text, role text, claims text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  perform set_config('request.jwt.claims', claims, true);
  perform set_config('request.jwt.claim.sub', claims::jsonb ->> 'sub', true);
  perform set_config('request.jwt.claim.role', role, true);
  perform set_config('request.headers', '{}', true);
  perform set_config('role', role, true);
end
$$;
revoke execute on function realtime.speak_for(text, text, text) from public;
grant execute on function realtime.speak_for(text, text, text) to authenticator, service_role;

-- What a token may do with a topic: the policies are asked with rows that never stay. Reading is tested on rows
-- that service_role wrote, writing by trying; an error in a policy is a refusal.
create or replace function realtime.probe_topic(topic text, role text, claims text)
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
    insert into realtime.messages (id, topic, extension)
    values (broadcast_id, topic, 'broadcast'), (presence_id, topic, 'presence');
    perform realtime.speak_for(topic, role, claims);
    begin
      select coalesce(bool_or(m.id = broadcast_id), false), coalesce(bool_or(m.id = presence_id), false)
        into broadcast_read, presence_read
        from realtime.messages as m
       where m.id in (broadcast_id, presence_id) and m.inserted_at = timezone('utc', now());
    exception
      when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (topic, 'broadcast');
      broadcast_write := true;
    exception
      when others then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (topic, 'presence');
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

-- The newest private messages of a topic since then, newest first, as far as the policies show them and together they
-- have no more bytes than that.
create or replace function realtime.replay(
  topic text, role text, claims text, since timestamp, most integer, most_bytes bigint
)
returns table (id uuid, event text, payload text, binary_payload bytea)
language plpgsql
set search_path = ''
as $$
begin
  perform realtime.speak_for(topic, role, claims);
  return query
    select n.id, n.event, n.payload, n.binary_payload
      from (
        select m.id, m.event, m.payload::text as payload, m.binary_payload, row_number() over newest as position,
               sum(coalesce(octet_length(m.binary_payload), octet_length(m.payload::text))) over newest as bytes
          from realtime.messages as m
         where m.topic = replay.topic and m.private is true and m.extension = 'broadcast' and m.event is not null
           and m.inserted_at >= since and m.inserted_at < timezone('utc', now()) + interval '1 minute'
        window newest as (order by m.inserted_at desc, m.tableoid desc, m.ctid desc rows unbounded preceding)
         limit most
      ) as n
     where n.bytes <= most_bytes
     order by n.position;
end
$$;
revoke execute on function realtime.replay(text, text, text, timestamp, integer, bigint) from public;
grant execute on function realtime.replay(text, text, text, timestamp, integer, bigint) to authenticator;

select realtime.keep_partitions();

reset role;
