alter table questions add column put_away integer not null default 0;
create index questions_to_put_away on questions (expires) where put_away = 0;
