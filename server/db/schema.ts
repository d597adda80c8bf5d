/**
 * The tables, in PostgreSQL's dialect. What must never break is said here as constraints; functions and triggers (the buy, the
 * ledger's rules) are beside the generated migrations in migrations/*_functions.sql.
 */
export * from './schema/accounts.ts';
export * from './schema/community.ts';
export * from './schema/contributions.ts';
export * from './schema/disputes.ts';
export * from './schema/games.ts';
export * from './schema/ledger.ts';
export * from './schema/messages.ts';
export * from './schema/operators.ts';
export * from './schema/orders.ts';
export * from './schema/partners.ts';
export * from './schema/progress.ts';
export * from './schema/push.ts';
export * from './schema/reconciliations.ts';
export * from './schema/rewards.ts';
export * from './schema/safety.ts';
export * from './schema/second-factor.ts';
export * from './schema/sign-in.ts';
