-- In Postgres `user` is the database user: a condition on it finds nothing, silently.
alter table attempts rename column user to owner;
alter table contests rename column user to owner;
alter table cards rename column user to owner;
alter table maturity rename column user to owner;
alter table piece_versions rename column user to owner;
alter table kept_pieces rename column user to owner;
alter table pictures rename column user to owner;
alter table brands rename column user to owner;
alter table appeals rename column user to owner;
alter table learning_plans rename column user to owner;
alter table learning_progress rename column user to owner;
