import type { Hono } from 'hono';
import { html } from 'hono/html';
import * as account from '../../src/lib/contract/account.ts';
import * as accountStats from '../../src/lib/contract/account-stats.ts';
import * as articles from '../../src/lib/contract/articles.ts';
import * as buy from '../../src/lib/contract/buy.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import * as cases from '../../src/lib/contract/cases.ts';
import * as channels from '../../src/lib/contract/channel-events.ts';
import * as collection from '../../src/lib/contract/collection.ts';
import * as confirmation from '../../src/lib/contract/confirmation.ts';
import * as contests from '../../src/lib/contract/contests.ts';
import * as dashboard from '../../src/lib/contract/dashboard.ts';
import * as factorRecovery from '../../src/lib/contract/factor-recovery.ts';
import * as game from '../../src/lib/contract/game.ts';
import * as games from '../../src/lib/contract/games.ts';
import * as invite from '../../src/lib/contract/invite.ts';
import * as leaderboard from '../../src/lib/contract/leaderboard.ts';
import * as ledgerExport from '../../src/lib/contract/ledger-export.ts';
import * as messages from '../../src/lib/contract/messages.ts';
import * as notifications from '../../src/lib/contract/notifications.ts';
import * as offers from '../../src/lib/contract/offers.ts';
import * as operator from '../../src/lib/contract/operator.ts';
import * as operatorAudit from '../../src/lib/contract/operator-audit.ts';
import * as operatorContests from '../../src/lib/contract/operator-contests.ts';
import * as operatorOpinions from '../../src/lib/contract/operator-opinions.ts';
import * as operatorOrders from '../../src/lib/contract/operator-orders.ts';
import * as operatorPartners from '../../src/lib/contract/operator-partners.ts';
import * as operatorReviews from '../../src/lib/contract/operator-reviews.ts';
import * as operatorRewards from '../../src/lib/contract/operator-rewards.ts';
import * as operatorSupport from '../../src/lib/contract/operator-support.ts';
import * as operatorUsers from '../../src/lib/contract/operator-users.ts';
import * as opinionReports from '../../src/lib/contract/opinion-reports.ts';
import * as opinions from '../../src/lib/contract/opinions.ts';
import * as orders from '../../src/lib/contract/orders.ts';
import * as passkeySignIn from '../../src/lib/contract/passkey-sign-in.ts';
import * as passkeys from '../../src/lib/contract/passkeys.ts';
import * as playBudget from '../../src/lib/contract/play-budget.ts';
import * as profiles from '../../src/lib/contract/profiles.ts';
import * as push from '../../src/lib/contract/push.ts';
import * as redemption from '../../src/lib/contract/redemption.ts';
import * as rewards from '../../src/lib/contract/rewards.ts';
import * as rounds from '../../src/lib/contract/rounds.ts';
import * as secondFactor from '../../src/lib/contract/second-factor.ts';
import * as settings from '../../src/lib/contract/settings.ts';
import * as signIn from '../../src/lib/contract/sign-in.ts';
import * as social from '../../src/lib/contract/social.ts';
import * as submissions from '../../src/lib/contract/submissions.ts';
import * as tournament from '../../src/lib/contract/tournament.ts';
import * as unread from '../../src/lib/contract/unread.ts';
import type { ApiEnv } from './app-deps.ts';
import { openApiOf } from './openapi.ts';

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
  );
}

/** All calls of the contract, by name. */
export const calls: Readonly<Record<string, Call>> = Object.fromEntries(
  [
    account,
    signIn,
    confirmation,
    settings,
    secondFactor,
    factorRecovery,
    passkeys,
    passkeySignIn,
    playBudget,
    profiles,
    rewards,
    orders,
    redemption,
    accountStats,
    leaderboard,
    game,
    games,
    rounds,
    offers,
    opinions,
    opinionReports,
    articles,
    contests,
    buy,
    cases,
    dashboard,
    ledgerExport,
    channels,
    collection,
    messages,
    notifications,
    push,
    tournament,
    unread,
    invite,
    social,
    submissions,
    operator,
    operatorAudit,
    operatorOrders,
    operatorRewards,
    operatorReviews,
    operatorOpinions,
    operatorUsers,
    operatorSupport,
    operatorPartners,
    operatorContests,
  ].flatMap((part) => Object.entries(part).filter((entry): entry is [string, Call] => isCall(entry[1]))),
);

const callers: Record<Call['who'], string> = {
  user: 'signed in',
  operator: 'operator',
  guest: 'anyone',
  stranger: 'anyone',
};

/**
 * Serves the API's documentation. `server` is the URL at which browsers find the API, because a caller's Host header can't be
 * trusted.
 */
export function docsRoutes(app: Hono<ApiEnv>, server: string): void {
  // Made on the first request, which takes a tenth of a second, and then kept.
  let document: string | undefined;
  app.get('/openapi.json', (c) => {
    document ??= JSON.stringify(openApiOf(calls, server));
    c.header('Content-Type', 'application/json');
    return c.body(document);
  });

  app.get('/docs', (c) =>
    c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Playtally API</title></head><body>
<h1>Playtally API</h1><p>Generated from the contract. With every schema: <a href="/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may call</th><th>Source</th></tr></thead><tbody>
${Object.values(calls).map(
  (
    call,
  ) => html`<tr><td>${call.method}</td><td><code>${call.path}</code></td><td>${call.summary}</td><td>${callers[call.who]}</td><td>${call.source}</td></tr>
`,
)}</tbody></table></body></html>`,
    ),
  );
}
