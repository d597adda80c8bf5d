import type { OperatorPartner } from '../../../lib/contract/offers/operator-partners.ts';
import { Code } from '../../shared/Code.tsx';
import { addKey, disable, enable, endKeys, endOldKey } from '../partners-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts } from '../parts/DetailFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';

/** The actions on a partner: its keys, and turning it on or off. */
export function PartnerActs({
  partner: { id, name, keys, key_proposed_by: proposedBy, enabled },
}: {
  readonly partner: OperatorPartner;
}) {
  return (
    <Acts>
      <ActButton
        label="Create a new key"
        of={name}
        proposedBy={proposedBy}
        title={`Create a new key for ${name}?`}
        says={
          <>
            <p>
              {proposedBy
                ? `${proposedBy.name} proposed it. Another operator creates it and sees it only once.`
                : 'If there’s another operator, this only proposes the key, and they have to create it. If there isn’t, you see it once, now, and for 24 hours you can’t pay anything out without a second operator.'}
            </p>
            <p>
              The current key stays valid, so {name} can switch over
              {keys.length > 1 && '. The older one stops working'}.
            </p>
          </>
        }
        fields={[reasonField(logKeeps)]}
        submit="Create key"
        send={(values) => addKey(id, values.text('reason'))}
        after={({ secret }) =>
          secret && (
            <>
              <p>Send it to {name} over a secure channel. We can’t show it again.</p>
              <Code of={name} code={secret} />
            </>
          )
        }
        doneMessage={({ secret }) =>
          secret
            ? `${name} has a new key.`
            : `Proposed a new key for ${name}. Another operator has to create it.`
        }
      />
      {keys.length > 1 && (
        <ActButton
          main
          ends
          label="End the old key"
          of={name}
          title={`End the old key of ${name}?`}
          says="We’ll reject reports signed with it from now on."
          fields={[reasonField(logKeeps)]}
          send={(values) => endOldKey(id, values.text('reason'))}
          doneMessage={() => `Ended ${name}’s old key.`}
        />
      )}
      {keys.length > 0 && (
        <ActButton
          ends
          label="End all keys"
          of={name}
          title={`End all keys of ${name}?`}
          says={`Use this when a key has leaked. We reject all reports until there’s a new key. ${name} sends them again later.`}
          fields={[reasonField(logKeeps)]}
          send={(values) => endKeys(id, values.text('reason'))}
          doneMessage={() => `${name} no longer has a key.`}
        />
      )}
      {enabled && (
        <ActButton
          ends
          label="Turn off"
          of={name}
          title={`Turn off ${name}?`}
          says="We hide its offers and reject its reports, which it sends again later."
          fields={[reasonField(logKeeps)]}
          send={(values) => disable(id, values.text('reason'))}
          doneMessage={() => `${name} is off.`}
        />
      )}
      {!enabled && (
        <ActButton
          main
          label="Turn on"
          of={name}
          title={`Turn on ${name}?`}
          says="We show its offers and accept its reports again."
          fields={[reasonField(logKeeps)]}
          send={(values) => enable(id, values.text('reason'))}
          doneMessage={() => `${name} is on.`}
        />
      )}
    </Acts>
  );
}
