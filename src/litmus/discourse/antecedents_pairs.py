"""Everything that speaks for or against a mention as the antecedent of a pronoun, as codes."""
from collections.abc import Sequence
from litmus.discourse.antecedents_mentions import *
from litmus.discourse.antecedents_words import *
from litmus.discourse.antecedents_mentions import _ROLES

AGREES = agreement()
WINDOW = 3
N_FORMS = 22
FORMS = {form: i for i, form in enumerate(PRONOUNS)}
DISTANCE = [0,0,1,2,3,3,4,4,4,5,5,5,5]+[6]*8+[7]*400
def capped(n,k): return n if n<k else k

# links between candidate and pronoun in a sentence
PAIR_FIELDS = dict(link=40, casexlink=160, branch_p=11, branch_c=11, steps=4, distance=9, between=5, agreeing=4,
   agrees=4, quotes=4, parallel=3, sentence=5, groupxclass=5*14, groupxnumber=5*3*2, groupxkind=5*11, recent=3, rolexrole=100, sdxrole=5*10*2, sdxkind=5*11)
MENTION_FIELDS = dict(kind=N_KINDS, thing=N_CLASSES, number=3, role=N_ROLES, seen=4, depth=4)
PRONOUN_FIELDS = dict(form=N_FORMS, role=N_ROLES, clause=N_CLAUSAL, position=6, same_before=3, agreeing_here=4, agreeing_previous=4,
   expl=2, clausal=4, governor=5, quoted=2, first=2, length=5, cleft=3, same_previous=4, fronted=2, asked=5, case=4, groupxcase=20, groupxhere=5*4*4, intensive=2, deponents=6, pleonastic=10, plead=3, run=5, subject_mention=3)

SUBJECTS=(SUBJECT,PASSIVE_SUBJECT)

QUOTES=frozenset('"“”«»„')
def quoted(words,text):
    if not any(q in text for q in QUOTES): return [False]*len(words)
    state=None; out=[]; 
    for i,w in enumerate(words):
        if w.form and w.form[0] in QUOTES or w.form in("``","''"):
            f=w.form
            if f in('“','``','«','„'): op=True
            elif f in ('”',"''",'»'): op=False
            else:
                nxt=text[w.end:w.end+1]; prv=text[w.start-1:w.start] if w.start else ' '
                op = (not prv.strip() or prv in '([—-') and bool(nxt.strip())
                if prv.strip() and prv not in '([—-': op=False
                if not prv.strip() and not nxt.strip(): op = not (state or False)
            if state is None and not op: out=[True]*len(out)
            state=op
            out.append(op)
        else: out.append(bool(state))
    return out
class Tree:
    """Clauses of a sentence."""
    def __init__(self, words, text=''):
        self.words=words
        n=len(words)
        self.heads=[w.head if w.head is not None else -1 for w in words]
        self.clausal=[self._clausal(i) for i in range(n)]
        self.kids=[[] for _ in range(n)]
        for i,h in enumerate(self.heads):
            if h>=0: self.kids[h].append(i)
        self.quoted=quoted(words,text)
        # an only closing mark: everything before it is quoted
        self.pred={}
    def _clausal(self,i):
        w=self.words[i]
        r=w.relation
        if r=='conj':
            # predicate conj
            h=w.head
            return h is not None and (self.words[i].upos in ('VERB','AUX') ) 
        return r in CLAUSAL
    def argument(self,i):
        """(argument word below its predicate, predicate, nested)"""
        got=self.pred.get(i)
        if got: return got
        at=i; steps=0
        seen=0
        while not self.clausal[at] or at==i:
            h=self.heads[at]
            if h<0 or seen>200: break
            seen+=1
            if self.clausal[h] and not (self.words[h].relation in('acl','acl:relcl') and False):
                r=(at,h,steps); self.pred[i]=r; return r
            if self.words[at].relation not in ('conj','flat','appos') : steps+=1
            at=h
        r=(at,at,steps); self.pred[i]=r; return r
    def chain(self,pred):
        """predicates above, with the relation by which each hangs, starting from pred itself."""
        out=[pred]; rels=[]
        for _ in range(12):
            h=self.heads[out[-1]]
            rel=self.words[out[-1]].relation
            if h<0: break
            # climb to governing predicate
            at=h; k=0
            while not self.clausal[at] and self.heads[at]>=0 and k<100: at=self.heads[at]; k+=1
            rels.append(CLAUSAL.get(rel,9)); out.append(at)
        return out,rels
    def ancestors(self,i):
        out=[]; 
        while self.heads[i]>=0 and len(out)<200:
            i=self.heads[i]; out.append(i)
        return out

def link(tree,c,crole,p, chain_p, anc_p, arg_p):
    """(link, branch of p, branch of c, steps up)"""
    words=tree.words
    if c in anc_p:
        below=p if anc_p[0]==c else anc_p[anc_p.index(c)-1]
        r=words[below].relation
        code={'acl:relcl':0,'acl':1,'nmod:poss':2,'nmod':3,'appos':4,'conj':5}.get(r,6)
        if below==p: code= 7 if r=='nmod:poss' else 8
        return code,10,10,0
    ac,pc,nc=tree.argument(c)
    ap,pp,np_=arg_p
    cb=0 if crole in SUBJECTS else 1 if crole==OBJECT else 2 if crole==OBLIQUE else 3
    nested_c = nc>0
    cb = cb if not nested_c else (4 if words[ac].relation.startswith('nsubj') else 5)
    chain,rels=chain_p
    if pc in chain:
        k=chain.index(pc)
        # xcomp steps are no clause of their own
        real=sum(1 for r in rels[:k] if r!=3)
        if real==0:
            if ac==ap: return 10,10,10,0   # in one and the same argument
            return (11+cb if np_==0 else 17+cb), (rels[k-1] if k else 10), 10, 0
        return 23+cb, rels[k-1] if rels[k-1]!=3 else next((r for r in reversed(rels[:k]) if r!=3),9), 10, min(real,3)
    cchain,crels=tree.chain(pc)
    for j,x in enumerate(cchain):
        if x in chain:
            k=chain.index(x)
            return 29+(cb if cb<6 else 5), (rels[k-1] if k else 10), crels[j-1] if j else 10, min(k,3)
    return 36,9,9,3

SAY=frozenset('say report know suggest argue believe think estimate hope expect assume claim note show find agree understand accept recommend allege announce decide see prove acknowledge recognize recognise feel'.split())
SEEM=frozenset('seem appear happen turn transpire emerge follow matter'.split())
MAKE=frozenset('make find consider think believe deem keep render take feel leave'.split())
WEATHER=frozenset('rain snow hail drizzle thunder pour freeze storm'.split())
def pleonastic(words, p, pp, tree, case):
    """Which pattern of an empty it."""
    n=len(words); lists=word_lists()
    pred=words[pp]
    mark=-1
    start=max(p,pp if pp<p+6 else p)+1
    for j in range(start,min(n,start+9)):
        w=words[j]
        if w.upos=='PUNCT' and w.form not in ',"-': break
        if (w.relation=='mark' and w.lemma in('to','that','whether','if','how','for','as','like')) or (w.form in('to',) and w.upos=='PART') : mark=j; break
        if w.form in ('that',) and w.upos=='SCONJ': mark=j;break
    rel=words[p].relation
    subj=rel.startswith(('nsubj','expl'))
    lemma=pred.lemma.lower()
    if subj or case==NOMINATIVE:
        if pred.upos=='VERB' and lemma in WEATHER: return 1
        if any(w.relation=='cop' for w in (words[k] for k in tree.kids[pp])) or pred.upos in('ADJ','NOUN','ADV','NUM','PROPN'):
            if mark>=0 and words[mark].lemma in('to','that','whether','for','if','how'):
                if lemma in lists.adjectives: return 2
                if pred.upos=='ADJ': return 2
            if pred.upos=='NUM' or noun_class(pred.lemma)==TIME or lemma in lists.weather: return 6
            if any(words[k].relation in('acl:relcl','advcl:relcl') for k in tree.kids[pp]) and pred.upos in('NOUN','PROPN','PRON','ADV'): return 8
            if lemma in lists.adjectives: return 9
        if lemma in SEEM and mark>=0 and words[mark].lemma in('that','as','like','to'): return 3
        if lemma in SAY and mark>=0 and words[mark].lemma=='that' and (rel.endswith(':pass') or rel=='expl' or any(words[k].relation=='aux:pass' for k in tree.kids[pp])): return 4
        if lemma in('take','cost','require') and mark>=0 and words[mark].lemma=='to': return 5
        if lemma in lists.weather: return 6
    if p>0 and words[p-1].lemma.lower() in MAKE and p+1<n:
        j=p+1
        while j<n-1 and words[j].upos in('ADV','DET','ADJ') and words[j+1].upos in('ADJ','NOUN','VERB') : j+=1
        if words[j].upos in('ADJ','NOUN') and any(words[k].lemma in('to','that','for') for k in range(j+1,min(n,j+5))): return 7
    return 0

def pronoun_fields(tree, sc, p, asked, case, before_agree, prev_agree, same_before, same_prev, first, arg, chain, run):
    words=tree.words; w=words[p]; n=len(words)
    h=tree.heads[p]
    role=_ROLES.get(w.relation,OTHER)
    ap,pp,nested=arg
    lists=word_lists()
    g=words[pp].lemma.lower() if pp!=p else ''
    clausal=0;cleft=0; deps=0
    if asked in (IT,THAT) :
        for k in tree.kids[pp]:
            r=words[k].relation
            if k>p:
                if r in('csubj','csubj:pass'): clausal=max(clausal,3)
                elif r=='ccomp': clausal=max(clausal,2)
                elif r in('xcomp','advcl'): clausal=max(clausal,1)
                if r in('acl:relcl','advcl:relcl','acl'): cleft=1
            if r=='cop' and words[k].lemma=='be': cleft = cleft+1 if cleft else 0
        if words[pp].upos in('ADJ','NOUN'): deps=1
        if any(words[k].relation=='cop' for k in tree.kids[pp]): deps+=2
    gov=0; pl=pleonastic(words,p,pp,tree,case) if w.form.lower()=='it' else 0
    if g:
        if g in lists.weather: gov=1
        elif g in lists.adjectives: gov=2
        elif g in lists.clausal: gov=3
        elif words[pp].upos=='VERB': gov=4
    intensive = case==REFLEXIVE and (w.relation in('nmod:unmarked','appos','nmod:npmod','obl:npmod','obl:unmarked','nmod','advmod') and p>0 and words[p-1].upos in('NOUN','PROPN','PRON'))
    cl=CLAUSAL.get(words[pp].relation,9)
    fronted = any(tree.heads[x]>x and tree.heads[x]>p and tree.clausal[tree.heads[x]] for x in chain[0]) 
    return dict(form=FORMS[w.form.lower()], role=role, clause=cl, position=0 if p==0 else 1 if p<3 else 2 if p<6 else 3 if p<12 else 4 if p<20 else 5,
      same_before=capped(same_before,2), agreeing_here=capped(before_agree,3), agreeing_previous=capped(prev_agree,3),
      expl=w.relation=='expl', clausal=clausal, governor=gov, quoted=tree.quoted[p], first=first, length=capped(n//8,4), cleft=min(cleft,2),
      same_previous=same_prev, fronted=bool(fronted), asked=asked, case=case, groupxcase=asked*4+case, groupxhere=asked*16+capped(before_agree,3)*4+capped(prev_agree,3), intensive=bool(intensive), deponents=deps, pleonastic=pl, plead=(0 if pl==0 else 2 if pl in(1,2,3,4,5,7) else 1), run=capped(run,4), subject_mention=0)

def rows(scenes, s, item, seen_counts, trees):
    """fields for one pronoun: pronoun dict, list of (candidate, dict)."""
    p,asked,case=item
    sc=scenes[s]
    tree=trees.get(s) or trees.setdefault(s,Tree(sc.words,sc.text))
    arg=tree.argument(p); chain=tree.chain(arg[1]); anc=tree.ancestors(p)
    here=[m for m in sc.mentions if m.index<p]
    cands=[]
    group_class={HE:MALE,SHE:FEMALE,IT:ITSELF,THEY:THEMSELVES,THAT:DEICTIC}[asked]
    role_p=_ROLES.get(sc.words[p].relation,OTHER)
    between=agreeing=run=0
    agree_here=agree_prev=0
    same_before=0; same_prev=0
    base=asked*14*3
    out=[]
    for m in reversed(here):
        if m.kind==CLAUSE and (asked not in (IT,THAT)): continue
        if m.kind==SPEAKER and not (tree.quoted[m.index] and asked in(HE,SHE,THEY)): continue
        ag=AGREES[base+m.kind_of_thing*3+m.number]
        same=m.kind_of_thing==group_class and m.kind in(PRONOUN,DEMONSTRATIVE)
        lk,bp,bc,st=link(tree,m.index,m.role,p,chain,anc,arg)
        tq=tree.quoted
        q=0 if tq[m.index]==tq[p] else 1 if tq[p] else 2
        if q==0 and tq[p]: q=3
        out.append(((s,m),dict(link=lk,casexlink=case*40+lk,branch_p=bp,branch_c=bc,steps=st,distance=DISTANCE[p-m.index] if p-m.index<400 else 7,between=capped(between,4),agreeing=capped(agreeing,3),
           agrees=2*same+ag, quotes=q, parallel=1+(m.role==role_p), sentence=0)))
        if m.kind!=CLAUSE: between+=1
        if ag and m.kind!=CLAUSE: agreeing+=1; agree_here+=1
        if same: same_before+=1
    for k in range(1,WINDOW+1):
        if s-k<0: break
        for m in reversed(scenes[s-k].mentions):
            if m.kind==SPEAKER: continue
            if m.kind==CLAUSE and (asked not in (IT,THAT) or k>1 or m.role!=PREDICATE or scenes[s-k].words[m.index].relation!='root'): continue
            ag=AGREES[base+m.kind_of_thing*3+m.number]
            same=m.kind_of_thing==group_class and m.kind in(PRONOUN,DEMONSTRATIVE)
            out.append(((s-k,m),dict(link=39,casexlink=case*40+39,branch_p=10,branch_c=10,steps=0,distance=8,between=capped(between//3,4),agreeing=capped(agreeing,3),agrees=2*same+ag,quotes=0,parallel=1+(m.role==role_p),sentence=k)))
            if m.kind!=CLAUSE: between+=1
            if ag and m.kind!=CLAUSE:
                agreeing+=1
                if k==1: agree_prev+=1
            run+=same
            if same and k==1: same_prev=max(same_prev, 2 if m.role in SUBJECTS else 1)
            if same and k==2 and not same_prev: same_prev=3
    nominal=0
    for (ss,m),f in out:
        f['groupxclass']=asked*14+m.kind_of_thing
        f['groupxnumber']=(asked*3+m.number)*2+(m.kind==COORDINATION)
        f['groupxkind']=asked*11+m.kind
        f['rolexrole']=m.role*10+role_p
        f['sdxrole']=(f['sentence']*10+m.role)*2+(f['agreeing']==0)
        f['sdxkind']=f['sentence']*11+m.kind
        f['recent']=0 if f['agreeing']==0 and f['agrees']&1 else 1 if f['agrees']&1 else 2
        lemma=scenes[ss].words[m.index].lemma.lower()
        f['m_kind']=m.kind; f['m_thing']=m.kind_of_thing; f['m_number']=m.number; f['m_role']=m.role
        f['m_seen']=capped(seen_counts(ss,s,lemma),3) if m.kind not in(PRONOUN,CLAUSE,DEMONSTRATIVE,SPEAKER,INDEFINITE_PRONOUN) else 0
        t=trees.get(ss) or trees.setdefault(ss,Tree(scenes[ss].words,scenes[ss].text))
        f['m_depth']=capped(len(t.chain(t.argument(m.index)[1])[1]),3)
    P=pronoun_fields(tree,sc,p,asked,case,agree_here,agree_prev,same_before,same_prev,s==0,arg,chain,run)
    return P,out
