/** The commands about running the site: partners, contests, operators and the audit log. */
import * as operator from '../../src/lib/contract/operator.ts';
import { listAuditEvents } from '../../src/lib/contract/operator-audit.ts';
import * as contests from '../../src/lib/contract/operator-contests.ts';
import * as partners from '../../src/lib/contract/operator-partners.ts';
import { act, arg, type Command, flag, id, list, ofUser, page, reason } from './command.ts';

const partner = arg('partner', 'its name as in /postback/<partner>', 'text');

export const houseCommands: Readonly<Record<string, readonly Command[]>> = {
  Partners: [
    list(
      'partners',
      'Partners with their keys and figures',
      partners.listPartners,
      [],
      'id name enabled offers keys last_report_at reports_30_days points_30_days',
      'partners',
    ),
    act('partner enable', 'Show its offers and take its reports again', partners.enablePartner, [
      partner,
      reason,
    ]),
    act('partner disable', 'Hide its offers and refuse its reports', partners.disablePartner, [
      partner,
      reason,
    ]),
    act(
      'partner add-key',
      'Propose a new key, or make one that another operator proposed, shown this once',
      partners.addPartnerKey,
      [partner, reason],
    ),
    act('partner end-old-key', 'End all but the newest key', partners.endOldPartnerKey, [partner, reason]),
    act('partner end-keys', 'End all keys: its reports are refused', partners.endPartnerKeys, [
      partner,
      reason,
    ]),
    list(
      'reports',
      'What a partner reported',
      partners.listPartnerReports,
      [partner, flag('outcome', 'credited, reversed and so on'), flag('transaction', 'of this one'), page],
      'id received_at kind transaction outcome points user.name offer.name',
    ),
    act(
      'reconcile',
      'Compare a partner’s report of a day (CSV: transaction, points, kind) with what we recorded',
      partners.reconcile,
      [
        arg('partner', 'its name', 'text'),
        arg('day', 'like 2026-11-20, in UTC', 'text'),
        arg('csv', 'the file', 'file', 'file.csv'),
      ],
    ),
    list(
      'reconciliations',
      'Comparisons that were made',
      partners.listReconciliations,
      [flag('partner', 'of this one'), page],
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
      'Announce one from a JSON file: name, game, summary, rules, prizes, starts_at, ends_at',
      contests.createContest,
      [arg('*', 'the file', 'json', 'file.json')],
    ),
    act('contest edit', 'Change one that hasn’t begun', contests.editContest, [
      id('the contest'),
      arg('*', 'the file', 'json', 'file.json'),
    ]),
    act('contest call-off', 'Call one off that isn’t drawn', contests.callOffContest, [
      id('the contest'),
      reason,
    ]),
  ],
  'Operators and the log': [
    act('overview', 'What waits', operator.getOverview, []),
    list(
      'audit',
      'The log of all acts, the newest first',
      listAuditEvents,
      [
        flag('act', 'order, or order.deliver'),
        flag('operator_id', 'by this operator', 'number', 'operator'),
        ofUser,
        flag('subject', 'order, user, partner and so on'),
        flag('subject_id', 'its number', 'text', 'subject-id'),
        flag('from', 'from this day on'),
        flag('to', 'up to this day'),
        page,
      ],
      'at operator.name act subject subject_id reason before after',
    ),
    list(
      'operators',
      'Who is an operator',
      operator.listOperators,
      [],
      'id name email created_at last_seen_at ended_at',
      'operators',
    ),
    act('invite', 'Make a set-up code for another operator, shown this once', operator.inviteOperator, [
      arg('note', 'whom it is for', 'text'),
    ]),
    act('approve-invitation', 'Approve another operator’s invitation', operator.approveInvitation, [
      id('the invitation'),
    ]),
    act('withdraw', 'Withdraw an invitation', operator.withdrawInvitation, [id('the invitation')]),
    act('end', 'End another operator’s access', operator.endOperator, [id('the operator'), reason]),
    list(
      'sessions',
      'All sessions that hold',
      operator.listOperatorSessions,
      [],
      'id operator.name device created_at last_used_at current',
      'sessions',
    ),
    act('revoke', 'End a session', operator.revokeOperatorSession, [id('the session')]),
  ],
};
