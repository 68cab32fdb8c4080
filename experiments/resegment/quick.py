import sys, random, time
from collections import defaultdict
from pathlib import Path
from experiments.resegment import texts, perturb
from litmus.resegmenting.document import Document
import sacrebleu
D=Path('../shared/data')

def owners_of(free, cuts, found):
    own=[-1]*len(free.text)
    for s,a,b in found:
        if a==b: continue
        for p in range(cuts.words.spans[a][0], cuts.words.spans[b-1][1]): own[p]=s
    return own
def bounds(text, own):
    o=[w for ch,w in zip(text,own) if not ch.isspace()]
    return {i for i in range(1,len(o)) if o[i]!=o[i-1]}, o

def run(folder, system, names, ndocs=None, verbose=0, seed=1):
    docs=texts.documents(folder, system)[:ndocs]
    lang=tuple(folder.name.split('-'))
    blank='' if lang[1] in('zh','ja') else ' '
    for name in names:
        rng=random.Random(seed); tp=fp=fn=0; right=tot=0; exact=nseg=0; t0=time.time(); hyp=[];true=[];ref=[]
        for d in docs:
            free=perturb.PERTURBATIONS[name](d.outputs, blank, rng)
            if not free.text.strip(): continue
            doc=Document(d.sources, free.text, lang); cuts=doc.cuts; found=doc.place().stretches
            own=owners_of(free,cuts,found)
            g,go=bounds(free.text,free.owners); p,po=bounds(free.text,own)
            tp+=len(g&p); fp+=len(p-g); fn+=len(g-p)
            right+=sum(a==b for a,b in zip(go,po)); tot+=len(go)
            segt=defaultdict(str); segp=defaultdict(str)
            for ch,a,b in zip(free.text,free.owners,own):
                if ch.isspace(): segt[a]+=' '; segp[b]+=' '; continue
                segt[a]+=ch; segp[b]+=ch
            for k in range(len(d.sources)):
                nseg+=1; exact+= segt[k].replace(' ','')==segp[k].replace(' ','')
            if verbose and g!=p:
                o=[i for i,ch in enumerate(free.text) if not ch.isspace()]
                for q in sorted(g^p)[:verbose]:
                    c=o[q]
                    print('  ', 'MISS' if q in g else 'EXTRA', go[q-1],go[q], po[q-1],po[q], repr(free.text[max(0,c-50):c]),'|',repr(free.text[c:c+50]))
        P=tp/(tp+fp); R=tp/(tp+fn)
        print('%-22s %-14s %-18s F1 %.4f P %.4f R %.4f chars %.4f exact %.4f  %.1fs'%(folder.parent.name[:5]+' '+folder.name,system,name,2*P*R/(P+R),P,R,right/tot,exact/nseg,time.time()-t0),flush=True)
if __name__=='__main__':
    sets=sys.argv[1].split(','); names=sys.argv[2].split(',') if sys.argv[2]!='all' else list(perturb.PERTURBATIONS)
    nd=int(sys.argv[3]) if len(sys.argv)>3 else None; v=int(sys.argv[4]) if len(sys.argv)>4 else 0
    which=int(sys.argv[5]) if len(sys.argv)>5 else 0
    for s in sets:
        f=D/s; run(f, texts.systems(f)[which], names, nd, v)
