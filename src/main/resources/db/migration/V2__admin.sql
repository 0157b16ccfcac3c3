-- The generated password of a built-in user, as its bcrypt hash: one for all nodes.
create table admin_login (
  name          text primary key,
  password_hash text        not null,
  created_at    timestamptz not null default now()
);
