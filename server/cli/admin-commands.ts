/** The commands about running the site: partners, contests, operators and the audit log. */

import { listAuditEvents } from '../../src/lib/contract/admin/operator-audit.ts';
import * as contests from '../../src/lib/contract/draws/operator-contests.ts';
import * as partners from '../../src/lib/contract/offers/operator-partners.ts';
import * as operator from '../../src/lib/contract/operators/operator.ts';
import { act, arg, type Command, flag, id, list, ofUser, page, reason } from './command.ts';

const partner = arg('partner', 'its name as in /postback/<partner>', 'text');

export const adminCommands: Readonly<Record<string, readonly Command[]>> = {
  Partners: [
    list(
      'partners',
      'Partners with their keys and figures',
      partners.listPartners,
      [],
      'id name enabled offers keys last_report_at reports_30_days points_30_days',
      'partners',
    ),
    act('partner enable', 'Show its offers and accept its reports again', partners.enablePartner, [
      partner,
      reason,
    ]),
    act('partner disable', 'Hide its offers and reject its reports', partners.disablePartner, [
      partner,
      reason,
    ]),
    act(
      'partner add-key',
      'Propose a new key, or create one that another operator proposed; it’s shown only once',
      partners.addPartnerKey,
      [partner, reason],
    ),
    act('partner end-old-key', 'End all but the newest key', partners.endOldPartnerKey, [partner, reason]),
    act('partner end-keys', 'End all keys: its reports are rejected', partners.endPartnerKeys, [
      partner,
      reason,
    ]),
    list(
      'reports',
      'Reports from a partner',
      partners.listPartnerReports,
      [
        partner,
        flag('outcome', 'credited, reversed and so on'),
        flag('transaction', 'only this transaction'),
        page,
      ],
      'id received_at kind transaction outcome points user.name offer.name',
    ),
    act(
      'reconcile',
      'Compare a partner’s report for a day (CSV: transaction, points, kind) with our records',
      partners.reconcile,
      [
        arg('partner', 'its name', 'text'),
        arg('day', 'like 2026-11-20, in UTC', 'text'),
        arg('csv', 'the file', 'file', 'file.csv'),
      ],
    ),
    list(
      'reconciliations',
      'Past comparisons',
      partners.listReconciliations,
      [flag('partner', 'only this partner'), page],
      'id day partner.id matched different missing_here missing_there points_here points_there',
    ),
    list(
      'reconciliation',
      'One comparison with its lines, differences first',
      partners.getReconciliation,
      [id('the comparison'), flag('as', 'all, matched, different, missing_here or missing_there'), page],
      'as kind transaction points_here points_there',
      'lines.data',
    ),
  ],
  Contests: [
    list(
      'contests',
      'Contests by state',
      contests.listOperatorContests,
      [flag('state', 'all, coming, open, ended or called_off'), page],
      'id state name starts_at ends_at entries prizes',
    ),
    list(
      'contest',
      'One contest with its entries',
      contests.getOperatorContest,
      [id('the contest'), page],
      'number user.name seed entered_at place points',
      'entries.data',
    ),
    act(
      'contest create',
      'Announce a contest from a JSON file: name, game, summary, rules, prizes, starts_at, ends_at',
      contests.createContest,
      [arg('*', 'the file', 'json', 'file.json')],
    ),
    act('contest edit', 'Change a contest that hasn’t started', contests.editContest, [
      id('the contest'),
      arg('*', 'the file', 'json', 'file.json'),
    ]),
    act('contest call-off', 'Cancel a contest that isn’t drawn', contests.callOffContest, [
      id('the contest'),
      reason,
    ]),
  ],
  'Operators and the log': [
    act('overview', 'What needs attention', operator.getOverview, []),
    act('figures', 'Points, orders and new accounts of recent days', operator.getFigures, []),
    list(
      'audit',
      'The audit log, newest first',
      listAuditEvents,
      [
        flag('act', 'order, or order.deliver'),
        flag('operator_id', 'only this operator’s', 'number', 'operator'),
        ofUser,
        flag('subject', 'order, user, partner and so on'),
        flag('subject_id', 'its ID', 'text', 'subject-id'),
        flag('from', 'from this day'),
        flag('to', 'up to this day'),
        page,
      ],
      'at operator.name act subject subject_id reason before after',
    ),
    list(
      'operators',
      'List operators',
      operator.listOperators,
      [],
      'id name email created_at last_seen_at ended_at',
      'operators',
    ),
    act('invite', 'Create a setup code for another operator, shown only once', operator.inviteOperator, [
      arg('note', 'who it’s for', 'text'),
    ]),
    act('approve-invitation', 'Approve another operator’s invitation', operator.approveInvitation, [
      id('the invitation'),
    ]),
    act('withdraw', 'Withdraw an invitation', operator.withdrawInvitation, [id('the invitation')]),
    act('end', 'End another operator’s access', operator.endOperator, [id('the operator'), reason]),
    list(
      'sessions',
      'All active sessions',
      operator.listOperatorSessions,
      [],
      'id operator.name device created_at last_used_at current',
      'sessions',
    ),
    act('revoke', 'End a session', operator.revokeOperatorSession, [id('the session')]),
  ],
};
