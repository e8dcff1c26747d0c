import { hasPasskeys, signWithPasskey } from '@tessera/api/security/passkeys';
import { useMutation, useQuery } from '@tessera/query';
import { Button, SkeletonRows, Stack, showToast, Text } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { Modal } from '../actions/Modal.tsx';
import { useAction } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { formatAmount } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice } from '../notice/Notice.tsx';
import { passkeyProblem, problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { challengeOf } from './challenge.ts';
import type { Payout } from './queries.ts';

const words = texts.treasury;
const BEGIN = 'POST /staff/payout/approve/begin';
const TERMS = ['id', 'chain', 'asset', 'to', 'amount', 'attempt'] as const;

/** A member's approval of a payment above the signer's limit: the passkey signs the terms that are shown. */
export function SignDialog({ payout, onClose }: { readonly payout: Payout; readonly onClose: () => void }) {
  const { id } = payout;
  const { call } = useServices();
  const begun = useQuery({
    queryKey: [BEGIN, id],
    async queryFn({ signal }) {
      const answer = await call(BEGIN, { id }, signal);
      const { challenge }: { challenge?: unknown } = JSON.parse(answer.options);
      return { ...answer, own: challenge === (await challengeOf(answer)) };
    },
    // What is read is signed: it does not change behind the button.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const approve = useAction('POST /staff/payout/approve', ({ approvals }) => {
    showToast(words.signed(approvals), 'success');
    onClose();
  });
  const sign = useMutation({
    mutationFn: signWithPasskey,
    onSuccess: (passkey) => approve.mutate({ id, passkey }),
  });
  const { data } = begun;
  const problem = (approve.error && problemText(approve.error)) ?? (sign.error && passkeyProblem(sign.error));
  const able = hasPasskeys();
  return (
    <Modal
      title={words.signTitle(id)}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.action.cancel}
          </Button>
          <Button
            busy={sign.isPending || approve.isPending}
            disabled={!data?.own || !able}
            onClick={() => data && sign.mutate(data.options)}
          >
            {words.sign}
          </Button>
        </>
      }
    >
      <Loaded query={begun} title={words.signFailed} waiting={<SkeletonRows count={4} />} />
      {data && (
        <>
          <p>{words.signLead}</p>
          <Stack as="dl" gap={2}>
            <div>
              <Text as="dt">{words.signTerms.signer}</Text>
              <Text as="dd" tone="strong" size="inherit" breaks>
                {data.signer}
              </Text>
            </div>
            <div>
              <Text as="dt">{words.signTerms.listed}</Text>
              <Text
                as="dd"
                tone="strong"
                size="inherit"
                breaks
              >{`${formatAmount(payout.amount)} ${payout.currency}`}</Text>
            </div>
            {TERMS.map((term) => (
              <div key={term}>
                <Text as="dt">{words.signTerms[term]}</Text>
                <Text as="dd" tone="strong" size="inherit" breaks>
                  {data.terms[term]}
                </Text>
              </div>
            ))}
          </Stack>
        </>
      )}
      {data && !data.own && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{words.signOther}</p>
        </Notice>
      )}
      {!able && <p>{words.signNoPasskeys}</p>}
      {problem && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{problem}</p>
        </Notice>
      )}
    </Modal>
  );
}
