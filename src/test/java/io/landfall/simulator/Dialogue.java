package io.landfall.simulator;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Made-up talk between a customer and an agent, in one language. */
public final class Dialogue {
    public static final Dialogue CHINESE = new Dialogue(
            "zh",
            new String[] {"客服", "客户"},
            new String[] {"退款进度咨询", "宽带故障报修", "会员续费回访", "发票开具问题", "物流延误投诉", "信用卡账单核对"},
            new String[] {
                "您好，这里是客服中心，请问有什么可以帮您？",
                "我帮您查一下，请稍等片刻。",
                "麻烦您提供一下订单号或者注册的手机号。",
                "系统显示包裹昨天已经到达本地的中转站。",
                "这个情况我已经记录下来，会转给专员处理。",
                "退款一般需要三到五个工作日到账。",
                "非常抱歉给您带来不便，我们会尽快解决。",
                "请您先把路由器断电，等半分钟再打开。",
                "您的会员下个月到期，现在续费可以享受八折。",
                "请问还有其他问题需要帮忙吗？"
            },
            new String[] {
                "我上周买的东西到现在还没有收到。",
                "你们上次说三天就处理好，今天已经第六天了。",
                "我想问一下发票能不能改成公司抬头。",
                "家里的网络从昨天晚上开始一直断断续续。",
                "账单上有一笔两百多块钱的费用我不认识。",
                "好的，那我再等两天，如果还不行我再打过来。",
                "可以给我一个工单编号吗？我好跟进。",
                "我已经重启过两次了，还是一样。",
                "那就麻烦你们尽快，我这边比较着急。",
                "没有别的了，谢谢你。"
            },
            new String[] {
                "客户来电反映订单迟迟未送达，情绪较为着急。",
                "客服核对了订单信息，确认包裹停留在中转站。",
                "双方约定两个工作日内由专员回电说明进展。",
                "客户对费用明细有疑问，客服解释了计费周期。",
                "客服提供了工单编号，并承诺跟进到问题解决。",
                "客户表示如仍未解决将再次来电投诉。"
            });
    public static final Dialogue ENGLISH = new Dialogue(
            "en",
            new String[] {"agent", "customer"},
            new String[] {
                "Refund has not arrived",
                "Broadband drops every evening",
                "Renewal call back",
                "Invoice with the wrong company name",
                "Parcel is two weeks late",
                "Unknown charge on the card"
            },
            new String[] {
                "Thanks for calling, how can I help you today?",
                "Let me have a look at that, one moment please.",
                "Could you give me the order number or the phone number on the account?",
                "I can see that the parcel reached the local depot yesterday afternoon.",
                "I have written that down and will pass it on to a specialist.",
                "A refund usually takes three to five working days.",
                "I'm sorry for the trouble, we will get this sorted for you.",
                "Please unplug the router, wait for half a minute and plug it in again.",
                "Your plan ends next month, and there is a discount if you renew now.",
                "Is there anything else I can do for you?"
            },
            new String[] {
                "I ordered something last week and it still isn't here.",
                "Last time you told me three days, and today is the sixth.",
                "Can the invoice be made out to my company instead?",
                "The connection has been coming and going since last night.",
                "There's a charge of about thirty on my bill that I don't recognise.",
                "All right, I'll wait two more days and call back if nothing happens.",
                "Could I have a ticket number, so that I can follow it up?",
                "I've restarted it twice already, it makes no difference.",
                "Please hurry, this is rather urgent for me.",
                "No, that was all, thank you."
            },
            new String[] {
                "The customer reported an order that had not been delivered and sounded pressed for time.",
                "The agent checked the order and found the parcel waiting at the depot.",
                "Both agreed on a call back by a specialist within two working days.",
                "The customer asked about a charge; the agent explained the billing period.",
                "The agent gave a ticket number and promised to follow it up.",
                "The customer will call again if the matter is not settled."
            });

    private final String language;
    private final String[] speakers;
    private final String[] titles;
    private final String[] agentLines;
    private final String[] customerLines;
    private final String[] findings;

    private Dialogue(
            String language,
            String[] speakers,
            String[] titles,
            String[] agentLines,
            String[] customerLines,
            String[] findings) {
        this.language = language;
        this.speakers = speakers;
        this.titles = titles;
        this.agentLines = agentLines;
        this.customerLines = customerLines;
        this.findings = findings;
    }

    public String language() {
        return language;
    }

    public ArrayNode speakers() {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        for (String speaker : speakers) {
            names.add(speaker);
        }
        return names;
    }

    public String title(SplittableRandom random) {
        return one(titles, random);
    }

    /** Turns by turns, the first text of whole lines that has at least {@code leastBytes} of UTF-8. */
    public String transcript(SplittableRandom random, int leastBytes) {
        StringBuilder text = new StringBuilder(leastBytes);
        for (int bytes = 0, turn = 0; bytes < leastBytes; turn++) {
            String line = speakers[turn % 2] + ": " + one(turn % 2 == 0 ? agentLines : customerLines, random) + "\n";
            text.append(line);
            bytes += line.getBytes(StandardCharsets.UTF_8).length;
        }
        return text.toString();
    }

    /** Whole sentences, at least {@code leastBytes} of UTF-8. */
    public String summary(SplittableRandom random, int leastBytes) {
        StringBuilder text = new StringBuilder(leastBytes);
        for (int bytes = 0; bytes < leastBytes; ) {
            String sentence = one(findings, random) + " ";
            text.append(sentence);
            bytes += sentence.getBytes(StandardCharsets.UTF_8).length;
        }
        return text.toString().strip();
    }

    private static String one(String[] of, SplittableRandom random) {
        return of[random.nextInt(of.length)];
    }
}
