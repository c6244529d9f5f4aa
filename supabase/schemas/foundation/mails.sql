-- Mails: addresses, the tokens of links, and what waits to be sent. The texts are the worker's.

-- # Tables

create table private.outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  template text not null,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.outbox_mails is 'Mails to send, written in the transaction that causes them. Their data is emptied once sent: it may hold a code.';
alter table private.outbox_mails enable row level security;
create index outbox_mails_invitations_idx on private.outbox_mails (recipient) where template = 'invitations' and sent_at is null;

-- # Rules

create function private.is_email(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(address) <= 255 and private.is_plain_address(address)
    and address ~ '^[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f]+@[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]+\.[^\s@<>()\[\]\\,;:".\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]{2,}$'
$$;
comment on function private.is_email is 'Whether a text is one e-mail address in its plain form: nothing that a mail program reads as a list, a name, a comment or another spelling of a dot. So one mailbox is one text, and counts by address hold. The one rule for every address that is stored.';

create function private.require_email(email text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  if private.is_email(address) is not true then
    perform private.problem('email_invalid');
  end if;
  return address;
end
$$;
comment on function private.require_email is 'An address as it is stored; refuses what is none.';

create function private.lower_email()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  return new;
end
$$;
comment on function private.lower_email is 'E-mail addresses are stored in lower case, so that equality is plain equality.';

create function private.enqueue_mail(recipient text, template text, data jsonb, send_at timestamptz default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mail_id bigint;
begin
  insert into private.outbox_mails (recipient, template, data)
  values (private.require_email(enqueue_mail.recipient), enqueue_mail.template, enqueue_mail.data)
  returning id into mail_id;
  perform graphile_worker.add_job('send_mail', json_build_object('mail_id', mail_id), run_at => send_at,
    job_key => 'mail:' || mail_id, max_attempts => 10);
end
$$;
comment on function private.enqueue_mail is 'Puts a mail into the outbox and wakes the worker (at send_at, where that is given), both or neither.';

create function private.new_token()
returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_')
$$;
comment on function private.new_token is 'A secret for a link, 32 characters. Only its hash is stored.';

create function private.token_hash(token text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(token, 'sha256')
$$;
comment on function private.token_hash is 'How the secret of a link is stored.';
