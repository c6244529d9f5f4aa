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
  updated_at timestamp not null default timezone('utc', now()),
  inserted_at timestamp not null default timezone('utc', now()),
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
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
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

reset role;
