/**
 * The tables, in PostgreSQL's dialect. Rules that must never be broken are constraints. Functions and triggers (the purchase, the
 * ledger's rules) are next to the generated migrations, in migrations/*_functions.sql.
 */
export * from './schema/account.ts';
export * from './schema/admin.ts';
export * from './schema/arcade.ts';
export * from './schema/articles.ts';
export * from './schema/auth.ts';
export * from './schema/catalogue.ts';
export * from './schema/draws.ts';
export * from './schema/fraud.ts';
export * from './schema/ledger.ts';
export * from './schema/messages.ts';
export * from './schema/milestones.ts';
export * from './schema/notifications.ts';
export * from './schema/offers.ts';
export * from './schema/operators.ts';
export * from './schema/opinions.ts';
export * from './schema/platform.ts';
export * from './schema/progress.ts';
export * from './schema/redemption.ts';
export * from './schema/referrals.ts';
export * from './schema/social.ts';
export * from './schema/submissions.ts';
