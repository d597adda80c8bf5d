/** The commands about running the site: partners, giveaways, operators and the audit log. */

import { listAuditEvents } from '../../src/lib/contract/admin/operator-audit.ts';
import * as contests from '../../src/lib/contract/draws/operator-contests.ts';
import * as partners from '../../src/lib/contract/offers/operator-partners.ts';
import * as operator from '../../src/lib/contract/operators/operator.ts';
import { act, arg, type Command, flag, id, list, ofUser, page, reason } from './command.ts';

const partner = arg('partner', 'its name as in /postback/<partner>', 'text');
const figureDays = [flag('from', 'the first day'), flag('to', 'the last day')];
const contest = arg(
  '*',
  'a file with name, game, summary, rules, prizes, starts_at and ends_at',
  'json',
  'file.json',
);

export const adminCommands: Readonly<Record<string, readonly Command[]>> = {
  Partners: [
    list(
      'partners',
      partners.listPartners,
      figureDays,
      'id name enabled offers keys last_report_at reports_30_days points_30_days in_days.reports in_days.points',
      'partners',
    ),
    act('partner enable', partners.enablePartner, [partner, reason]),
    act('partner disable', partners.disablePartner, [partner, reason]),
    act('partner add-key', partners.addPartnerKey, [partner, reason]),
    act('partner end-old-key', partners.endOldPartnerKey, [partner, reason]),
    act('partner end-keys', partners.endPartnerKeys, [partner, reason]),
    list(
      'reports',
      partners.listPartnerReports,
      [
        partner,
        flag('outcome', 'credited, reversed and so on'),
        flag('transaction', 'only this transaction'),
        flag('click', 'only this click'),
        ofUser,
        page,
      ],
      'id received_at kind transaction outcome points user.name offer.name',
    ),
    list(
      'rejected reports',
      partners.listRejectedReports,
      [
        flag('partner', 'only this partner'),
        flag('reason', 'partner_off, click_unknown, milestone_unknown, transaction_reused or unreadable'),
        flag('find', 'a transaction or a click'),
        ofUser,
        page,
      ],
      'id last_at tries partner.id reason detail kind transaction click milestone user.name offer.name',
    ),
    act('rejected report take', partners.takeRejectedReport, [id('the rejected report'), reason]),
    act('reconcile', partners.reconcile, [
      arg('partner', 'its name', 'text'),
      arg('day', 'like 2026-11-20, in UTC', 'text'),
      arg('csv', 'a file with the columns transaction, points and kind', 'file', 'file.csv'),
    ]),
    list(
      'reconciliations',
      partners.listReconciliations,
      [flag('partner', 'only this partner'), page],
      'id day partner.id matched different missing_here missing_there points_here points_there',
    ),
    list(
      'reconciliation',
      partners.getReconciliation,
      [id('the comparison'), flag('as', 'all, matched, different, missing_here or missing_there'), page],
      'as kind transaction points_here points_there',
      'lines.data',
    ),
  ],
  Giveaways: [
    list(
      'giveaways',
      contests.listOperatorContests,
      [flag('state', 'all, coming, open, ended or called_off'), page],
      'id state name starts_at ends_at entries prizes',
    ),
    list(
      'giveaway',
      contests.getOperatorContest,
      [id('the giveaway'), page],
      'number user.name seed entered_at place points',
      'entries.data',
    ),
    act('giveaway create', contests.createContest, [contest]),
    act('giveaway edit', contests.editContest, [id('the giveaway'), contest]),
    act('giveaway cancel', contests.callOffContest, [id('the giveaway'), reason]),
    list(
      'giveaway proposals',
      contests.listContestProposals,
      [],
      'id contest_id name starts_at ends_at prizes proposed_by.name',
      'proposals',
    ),
    act('giveaway approve', contests.approveContestProposal, [id('the proposal')]),
    act('giveaway decline', contests.declineContestProposal, [id('the proposal'), reason]),
  ],
  'Operators and the log': [
    act('overview', operator.getOverview, []),
    act('figures', operator.getFigures, figureDays),
    list(
      'audit',
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
      operator.listOperators,
      [],
      'id name email created_at last_seen_at ended_at',
      'operators',
    ),
    act('invite', operator.inviteOperator, [arg('note', 'who it’s for', 'text')]),
    act('approve-invitation', operator.approveInvitation, [id('the invitation')]),
    act('withdraw', operator.withdrawInvitation, [id('the invitation')]),
    act('end', operator.endOperator, [id('the operator'), reason]),
    list(
      'sessions',
      operator.listOperatorSessions,
      [],
      'id operator.name device created_at last_used_at current',
      'sessions',
    ),
    act('revoke', operator.revokeOperatorSession, [id('the session')]),
  ],
};
