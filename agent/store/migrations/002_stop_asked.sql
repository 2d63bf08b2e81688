alter table runs add column stop_asked integer not null default 0;
