-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('secret_unreadable', 'CONFLICT', 409, 'What was stored here to get in with cannot be read any more. Please enter it again.', null);
