/**
 * The tables, in PostgreSQL's dialect. Rules that must never be broken are constraints. Functions and triggers (the purchase, the
 * ledger's rules) are next to the generated migrations, in migrations/*_functions.sql.
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
